import type { ComponentProps, MouseEvent } from 'react';
import type { Task, TaskWithImages } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { Button } from '../../ui/button.tsx';
import { CostlyButton } from '../../ui/costly-button.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import { useWords } from '../../words/words.ts';
import { freeWord } from './task-money.ts';
import { actOnTasks } from './task-actions.ts';
import styles from './task-offers.module.css';
import { reportTask, type TaskAction } from './task-report.ts';

/** Something that can be done, and the tasks it is done to. */
export interface Offer {
  readonly action: TaskAction;
  readonly entries: readonly TaskWithImages[];
}

const onMany = ['resume-sending', 'withdraw', 'release', 'ask', 'try-again', 'settle', 'dismiss', 'stop', 'copy-id'] as const satisfies readonly TaskAction[];

type OnMany = (typeof onMany)[number];

/** While an outcome is unknown, what frees the budget comes before what may be charged twice. */
const onManyUnknown: readonly OnMany[] = onMany.filter((action) => action !== 'try-again').flatMap((action) => (action === 'settle' ? ['settle', 'try-again'] : [action]));

/**
 * What can be done to a task, or to several in one go, most useful first. Each offer applies only to the tasks for which its action is useful.
 * @param actionsOf what the place offers for one task
 */
export function offersFor(entries: readonly TaskWithImages[], actionsOf = (entry: TaskWithImages): readonly TaskAction[] => reportTask(entry).actions): readonly Offer[] {
  const [only, ...others] = entries;
  if (!only) return [];
  if (others.length === 0) return actionsOf(only).map((action) => ({ action, entries }));
  const order = entries.some((entry) => actionsOf(entry).includes('send-again')) ? onManyUnknown : onMany;
  return order.flatMap((action) => {
    const useful = entries.filter((entry) => isUseful(action, actionsOf(entry)));
    const [first, ...rest] = useful;
    if (!first) return [];
    // "Generate again" of one task with an unknown outcome asks first.
    const isSendAgain = action === 'try-again' && rest.length === 0 && actionsOf(first).includes('send-again');
    return [{ action: isSendAgain ? 'send-again' : action, entries: useful }];
  });
}

function isUseful(action: OnMany, actions: readonly TaskAction[]): boolean {
  return action === 'copy-id' || actions.includes(action) || (action === 'try-again' && actions.includes('send-again'));
}

export function takeOffer({ action, entries }: Offer): Promise<void> {
  return actOnTasks(action, tasksIn(entries));
}

/** A click on a button that takes an offer. After the first click of a double click, the same button of another task may be under the pointer. */
export function clickOffer(offer: Offer, { detail }: Pick<MouseEvent, 'detail'>): void {
  if (detail <= 1) void takeOffer(offer);
}

/** "Cancel" for one task, "Cancel 12" for several. */
export function offerLabel(say: Words, { action, entries }: Offer): string {
  const many = entries.length === 1 ? undefined : onMany.find((other) => other === action);
  return many ? say(`strip.many.${many}`, { count: entries.length }) : say(`tasks.do.${action}`);
}

interface OfferButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'onKeyDown' | 'submits'> {
  readonly offer: Offer;
}

/** A button that does something to tasks, with what it costs. */
export function OfferButton({ offer, ...rest }: OfferButtonProps) {
  const say = useWords();
  const words = (
    <>
      {offerLabel(say, offer)}
      <Cost offer={offer} />
    </>
  );
  const props = { size: 'small', title: offerHint(say, offer), children: words, ...rest } as const;
  return buys.has(offer.action) && !asks.has(offer.action) ? <CostlyButton {...props} onPress={() => void takeOffer(offer)} /> : <Button {...props} onClick={(event) => clickOffer(offer, event)} />;
}

interface OfferItemsProps {
  readonly offers: readonly Offer[];
  /** The keys of two of them. Undefined: there are no such keys. */
  readonly keys: Readonly<Record<'removal' | 'ask', readonly Chord[] | undefined>>;
}

/** What a menu offers to do to tasks, with its keys. */
export function OfferItems({ offers, keys }: OfferItemsProps) {
  const say = useWords();
  const removal = removalOf(offers);
  const keysOf = (offer: Offer): readonly Chord[] | undefined => (offer === removal ? keys.removal : offer.action === 'ask' ? keys.ask : undefined);
  return offers.map((offer) => (
    <MenuItem key={offer.action} keys={keysOf(offer)} danger={offer.action === 'send-again'} costs={buys.has(offer.action) && !asks.has(offer.action)} onSelect={() => void takeOffer(offer)}>
      <span title={offerHint(say, offer)} className={styles.label}>
        {offerLabel(say, offer)}
        <Cost offer={offer} />
      </span>
    </MenuItem>
  ));
}

/** What the key that removes does: it cancels what waits, which would otherwise be sent and charged. If nothing does, it dismisses what has ended. */
export function removalOf(offers: readonly Offer[]): Offer | undefined {
  return offers.find(({ action }) => action === 'withdraw') ?? offers.find(({ action }) => action === 'dismiss');
}

const buys: ReadonlySet<TaskAction> = new Set(['try-again', 'send-again', 'release', 'resume-sending']);

/** Of these, those that always ask first. The question has a button of its own that a careless press does not reach. */
const asks: ReadonlySet<TaskAction> = new Set(['send-again', 'resume-sending']);

/** What an action costs, beside its name, if it checks or buys anything. Screen readers get it from the button's description. */
function Cost({ offer: { action, entries } }: { readonly offer: Offer }) {
  const say = useWords();
  if (action !== 'ask' && !buys.has(action)) return null;
  return (
    <span aria-hidden className={styles.cost}>
      {say(action === 'ask' || freeWord(tasksIn(entries)) === 'yes' ? 'tasks.free' : 'tasks.new-charge')}
    </span>
  );
}

/** What the action means for the money, or for the tasks, before it is done. */
const offerHint = (say: Words, { action, entries }: Offer): string => say(`tasks.hint.${action}`, { free: freeWord(tasksIn(entries)), count: entries.length });

const tasksIn = (entries: Offer['entries']): readonly Task[] => entries.map(({ task }) => task);
