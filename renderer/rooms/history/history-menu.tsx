import { CommandMenu } from '../../commands/command-menu.tsx';
import { nothingIn } from '../../commands/command.ts';
import { historyMenu, offersMenu } from '../../commands/menus.ts';
import { MenuTitle } from '../../ui/menu.tsx';
import { useWords } from '../../words/words.ts';
import { useHistory } from '../../stores/history/history-store.ts';
import { useOffers } from './selected-entries.ts';
import { useSelectedWords } from './history-selection-bar.tsx';

/** The context menu of the rows: all that can be done to the selected tasks. */
export function HistoryMenu() {
  const say = useWords();
  const { entries, offers } = useOffers();
  const together = useHistory(({ marked }) => marked.length > 0);
  const words = useSelectedWords();
  const subject = { ...nothingIn('history'), entries, offers };
  const [only] = entries;
  if (together) {
    return (
      <>
        <MenuTitle>{words}</MenuTitle>
        <CommandMenu items={offersMenu} subject={subject} />
      </>
    );
  }
  if (!only) return <MenuTitle>{say('history.title')}</MenuTitle>;
  return <CommandMenu items={historyMenu} subject={{ ...subject, task: only.task }} />;
}
