import { SwatchBook } from 'lucide-react';
import { FlagItems, LabelItems, RatingItems } from '../parts/marks/mark-menu-items.tsx';
import { hasPrompt, requestAgain } from '../parts/pictures/image-actions.ts';
import { SharePromptItems } from '../parts/pictures/share-prompt-menu.tsx';
import { OfferItems } from '../parts/tasks/task-offers.tsx';
import { showsMark } from '../stores/library/used-marks.ts';
import { MenuItem, MenuSeparator, MenuTitle, Submenu } from '../ui/menu.tsx';
import { useWords } from '../words/words.ts';
import { togetherIn, type Subject } from './command.ts';
import type { MenuEntry, MenuList, MenuPart } from './menus.ts';
import { pressWithoutKey } from './offered.ts';
import { actFor, commands, useKeysOf, nameOf, type CommandId } from './registry.ts';
import { useCommandState, useKnown } from './use-known.ts';

interface CommandMenuProps {
  readonly items: MenuList;
  readonly subject: Subject;
}

/** The items of a menu: the commands of a list that apply to something. */
export function CommandMenu({ items, subject }: CommandMenuProps) {
  useCommandState();
  return <Items items={items} subject={useKnown(subject)} />;
}

function Items({ items, subject }: CommandMenuProps) {
  return items.filter((entry, at) => isShown(entry, subject) && !isIdleLine(items, at, subject) && !isIdleTitle(items, at, subject)).map((entry) => <Entry key={keyOf(entry, items)} entry={entry} subject={subject} />);
}

const keyOf = (entry: MenuEntry, items: MenuList): string => (typeof entry === 'string' ? entry : String(items.indexOf(entry)));

/** A title without anything below it. */
function isIdleTitle(items: MenuList, at: number, subject: Subject): boolean {
  const entry = items[at];
  if (typeof entry !== 'object' || !('title' in entry)) return false;
  const below = items.slice(at + 1);
  const end = below.findIndex((other) => !isItem(other));
  return !(end < 0 ? below : below.slice(0, end)).some((other) => isShown(other, subject));
}

function isShown(entry: MenuEntry, subject: Subject): boolean {
  if (typeof entry === 'object') {
    if ('part' in entry) return partApplies(entry.part, subject);
    // A submenu with nothing in it. One that waits for something stays, so that nothing below it moves.
    return !('submenu' in entry) || entry.disabled?.(subject) === true || entry.items.some((item) => isItem(item) && isShown(item, subject));
  }
  return actFor(entry, subject) !== null && commands[entry].shown?.(subject) !== false;
}

function partApplies(part: MenuPart, { of, task, offers }: Subject): boolean {
  if (part === 'offers') return offers.length > 0;
  if (part === 'label' && !showsMark('label')) return false;
  return part === 'share' ? task !== null && hasPrompt(task) : of !== null;
}

const isItem = (entry: MenuEntry): boolean => typeof entry === 'string' || 'part' in entry || 'submenu' in entry;

const isLine = (entry: MenuEntry): boolean => typeof entry === 'object' && 'line' in entry;

/** A line that separates nothing: before the first item, after the last one, or after another line. */
function isIdleLine(items: MenuList, at: number, subject: Subject): boolean {
  const entry = items[at];
  if (!entry || !isLine(entry)) return false;
  const others = items.slice(0, at).filter((other) => isShown(other, subject));
  const before = others.at(-1);
  return before === undefined || isLine(before) || !items.slice(at + 1).some((other) => !isLine(other) && isShown(other, subject));
}

function Entry({ entry, subject }: { readonly entry: MenuEntry; readonly subject: Subject }) {
  const say = useWords();
  if (typeof entry === 'string') return <CommandItem id={entry} subject={subject} />;
  if ('line' in entry) return <MenuSeparator />;
  if ('title' in entry) return <MenuTitle>{say(entry.title)}</MenuTitle>;
  if ('part' in entry) return <Part part={entry.part} subject={subject} />;
  const { icon: Icon, submenu, items, disabled } = entry;
  return (
    <Submenu icon={<Icon size={14} />} label={say(submenu)} disabled={disabled?.(subject) ?? false}>
      <Items items={items} subject={subject} />
    </Submenu>
  );
}

function CommandItem({ id, subject }: { readonly id: CommandId; readonly subject: Subject }) {
  const keysOf = useKeysOf();
  const say = useWords();
  const { icon: Icon, danger = false, disabled, costs } = commands[id];
  return (
    <MenuItem
      icon={Icon && <Icon size={14} />}
      keys={keysOf(id, subject.place)}
      danger={danger}
      disabled={disabled?.(subject) ?? false}
      costs={costs?.(subject) ?? false}
      onSelect={() => actFor(id, subject)?.(pressWithoutKey)}
    >
      {nameOf(say, id, subject)}
    </MenuItem>
  );
}

/** Items that are more than commands: one of several values, what a file is shared as, what tasks offer. */
function Part({ part, subject }: { readonly part: MenuPart; readonly subject: Subject }) {
  const keysOf = useKeysOf();
  const flagKeys = useFlagKeys(subject.place);
  const say = useWords();
  const { place, of, task, offers } = subject;
  const marks = togetherIn(subject) > 0 ? null : subject.marks;
  if (part === 'share') return task && <SharePromptItems request={() => requestAgain(task)} />;
  if (part === 'offers') return <OfferItems offers={offers} keys={{ removal: keysOf('dismiss', place), ask: keysOf('ask', place) }} />;
  if (of === null) return null;
  if (part === 'rating') return <RatingItems rating={marks?.rating ?? null} of={of} />;
  if (part === 'flag') return <FlagItems flag={marks?.flag} of={of} keys={flagKeys} />;
  return (
    <Submenu icon={<SwatchBook size={14} />} label={say('marks.label-menu')}>
      <LabelItems label={marks?.label} of={of} keys={keysOf('label', place) ?? []} />
    </Submenu>
  );
}

/** The keys of the items of the menu of flags. */
export function useFlagKeys(place: Subject['place']) {
  const keysOf = useKeysOf();
  return { pick: keysOf('pick', place), reject: keysOf('reject', place), none: keysOf('unflag', place) };
}
