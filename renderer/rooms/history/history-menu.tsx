import { Maximize2, PanelRight } from 'lucide-react';
import { openViewer } from '../../stores/windows/view-store.ts';
import { useWords } from '../../words/words.ts';
import { MenuItem, MenuSeparator, MenuTitle } from '../../ui/menu.tsx';
import { PromptItems } from '../../parts/pictures/prompt-items.tsx';
import { OfferItems } from '../../parts/tasks/task-offers.tsx';
import { firstPicture } from './history-actions.ts';
import { useHistory } from '../../stores/history/history-store.ts';
import { useOffers } from './selected-entries.ts';
import { useSelectedWords } from './history-selection-bar.tsx';

/** The context menu of the rows: all that can be done to the selected tasks. */
export function HistoryMenu({ onOpen }: { readonly onOpen: () => void }) {
  const say = useWords();
  const { entries, offers } = useOffers();
  const together = useHistory(({ marked }) => marked.length > 0);
  const words = useSelectedWords();
  if (together) {
    return (
      <>
        <MenuTitle>{words}</MenuTitle>
        <OfferItems offers={offers} prefix="history-" />
      </>
    );
  }
  const [only] = entries;
  if (!only) return <MenuTitle>{say('history.title')}</MenuTitle>;
  const picture = firstPicture(only);
  return (
    <>
      {picture !== null && (
        <MenuItem icon={<Maximize2 size={14} />} shortcut="history-picture" onSelect={() => openViewer(picture)}>
          {say('history.do.show-picture')}
        </MenuItem>
      )}
      <MenuItem icon={<PanelRight size={14} />} shortcut="history-open" onSelect={onOpen}>
        {say('strip.show-details')}
      </MenuItem>
      {offers.length > 0 && <MenuSeparator />}
      <OfferItems offers={offers} prefix="history-" />
      <MenuSeparator />
      <PromptItems task={only.task} prefix="history-" />
    </>
  );
}
