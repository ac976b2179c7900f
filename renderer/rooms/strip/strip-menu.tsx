import { CornerUpLeft, Hash, TextQuote } from 'lucide-react';
import { useStripSelection } from '../../stores/selection/strip-selection.ts';
import { useWords } from '../../words/words.ts';
import { MenuItem, MenuSeparator, MenuTitle } from '../../ui/menu.tsx';
import { composeAgain, copyPrompt, copyTaskId } from '../../parts/pictures/image-actions.ts';
import { OfferItems } from '../../parts/tasks/offer-items.tsx';
import { offersFor } from '../../parts/tasks/task-offers.ts';
import { selectedTasks, useHeadTasks } from '../../stores/selection/head-tasks.ts';

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
      <OfferItems offers={offers} keys={keys} />
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

const keys = { ask: 'ask', dismiss: 'dismiss' } as const;
