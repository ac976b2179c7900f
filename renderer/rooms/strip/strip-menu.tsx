import { useStripSelection } from '../../stores/selection/strip-selection.ts';
import { useWords } from '../../words/words.ts';
import { MenuSeparator, MenuTitle } from '../../ui/menu.tsx';
import { PromptItems } from '../../parts/pictures/picture-items.tsx';
import { OfferItems } from '../../parts/tasks/offer-button.tsx';
import { offersFor } from '../../parts/tasks/task-offers.ts';
import { selectedTasks, useHeadTasks } from '../../stores/selection/head-tasks.ts';

/** The context menu of the panel: all that can be done to the selected tasks. */
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
          <PromptItems task={only.task} />
        </>
      )}
    </>
  );
}

const keys = { ask: 'ask', dismiss: 'dismiss' } as const;
