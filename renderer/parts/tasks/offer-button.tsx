import type { ComponentProps } from 'react';
import type { Words } from '../../../shared/words/index.ts';
import { Button } from '../../ui/button.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import type { ShortcutId } from '../../ui/shortcuts/shortcut-table.ts';
import { useWords } from '../../words/words.ts';
import { freeWord } from './money.ts';
import styles from './offer-button.module.css';
import { offerLabel, takeOffer, type Offer } from './task-offers.ts';

interface OfferButtonProps extends ComponentProps<typeof Button> {
  readonly offer: Offer;
}

/** A button that does something to tasks, with what it costs. */
export function OfferButton({ offer, ...rest }: OfferButtonProps) {
  const say = useWords();
  return (
    <Button size="small" title={offerHint(say, offer)} onClick={() => void takeOffer(offer)} {...rest}>
      {offerLabel(say, offer)}
      <Cost offer={offer} />
    </Button>
  );
}

interface OfferItemsProps {
  readonly offers: readonly Offer[];
  /** The keys of the place that the menu belongs to. */
  readonly keys: { readonly ask: ShortcutId; readonly dismiss: ShortcutId };
}

/** What a menu offers to do to tasks, with its keys. */
export function OfferItems({ offers, keys }: OfferItemsProps) {
  const say = useWords();
  const removal = removalOf(offers);
  const keyOf = (offer: Offer): ShortcutId | undefined => {
    if (offer === removal) return keys.dismiss;
    return offer.action === 'ask' ? keys.ask : undefined;
  };
  return offers.map((offer) => (
    <MenuItem key={offer.action} shortcut={keyOf(offer)} danger={offer.action === 'send-again'} onSelect={() => void takeOffer(offer)}>
      <span title={offerHint(say, offer)} className={styles.label}>
        {offerLabel(say, offer)}
        <Cost offer={offer} />
      </span>
    </MenuItem>
  ));
}

/** What the key that removes does: it hides what has ended. If nothing has, it cancels what waits. */
export function removalOf(offers: readonly Offer[]): Offer | undefined {
  return offers.find(({ action }) => action === 'dismiss') ?? offers.find(({ action }) => action === 'withdraw');
}

const buys: ReadonlySet<Offer['action']> = new Set(['try-again', 'send-again', 'release']);

/** What an action costs, beside its name, if it checks or buys anything. Screen readers get it from the button's description. */
function Cost({ offer: { action, entries } }: { readonly offer: Offer }) {
  const say = useWords();
  if (action !== 'ask' && !buys.has(action)) return null;
  return (
    <span aria-hidden className={styles.cost}>
      {say(action === 'ask' || isAllFree(entries) ? 'tasks.free' : 'tasks.new-charge')}
    </span>
  );
}

/** What it means for the money, or for the tasks, before it is done. */
const offerHint = (say: Words, { action, entries }: Offer): string => say(`tasks.hint.${action}`, { free: isAllFree(entries) ? 'yes' : 'no', count: entries.length });

const isAllFree = (entries: Offer['entries']): boolean => freeWord(entries.map(({ task }) => task)) === 'yes';
