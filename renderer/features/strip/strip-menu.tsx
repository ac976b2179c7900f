import { CornerUpLeft, Hash, TextQuote } from 'lucide-react';
import { useStripSelection } from '../../stores/strip-selection.ts';
import { useWords } from '../../stores/words.ts';
import { MenuItem, MenuSeparator, MenuTitle } from '../../ui/menu.tsx';
import type { ShortcutId } from '../../ui/shortcuts/shortcut-table.ts';
import { composeAgain, copyPrompt, copyTaskId } from '../tasks/image-actions.ts';
import type { Offer } from '../tasks/task-offers.ts';
import { offerHint, offerLabel, offersFor, takeOffer } from '../tasks/task-offers.ts';
import { selectedTasks, useHeadTasks } from './head-tasks.ts';

/** The right click in the panel: all that can be done to the selected tasks, with its keys. */
export function StripMenu() {
  const say = useWords();
  useHeadTasks();
  useStripSelection((state) => state.selected);
  const entries = selectedTasks();
  const [only, ...others] = entries;
  if (!only) return <MenuTitle>{say('strip.label')}</MenuTitle>;
  const offers = offersFor(entries).filter(({ action }) => others.length > 0 || action !== 'copy-id');
  return (
    <>
      {others.length > 0 && <MenuTitle>{say('strip.selected', { count: entries.length })}</MenuTitle>}
      {offers.map((offer) => (
        <MenuItem key={offer.action} shortcut={keyOf(offer, offers)} danger={offer.action === 'send-again'} onSelect={() => void takeOffer(offer)}>
          <span title={offerHint(say, offer)}>{offerLabel(say, offer)}</span>
        </MenuItem>
      ))}
      {others.length === 0 && (
        <>
          {offers.length > 0 && <MenuSeparator />}
          <MenuItem icon={<CornerUpLeft size={14} />} shortcut="use-again" onSelect={() => composeAgain(only.task)}>
            {say('gallery.do.use-again')}
          </MenuItem>
          <MenuItem icon={<TextQuote size={14} />} shortcut="copy-prompt" onSelect={() => void copyPrompt(only.task)}>
            {say('gallery.do.copy-prompt')}
          </MenuItem>
          <MenuItem icon={<Hash size={14} />} shortcut="copy-id" onSelect={() => void copyTaskId(only.task)}>
            {say('gallery.do.copy-id')}
          </MenuItem>
        </>
      )}
    </>
  );
}

/** The key that removes hides what has ended; where nothing has, it cancels what waits. */
function keyOf({ action }: Offer, offers: readonly Offer[]): ShortcutId | undefined {
  if (action === 'ask' || action === 'dismiss') return action;
  return action === 'withdraw' && !offers.some((other) => other.action === 'dismiss') ? 'dismiss' : undefined;
}
