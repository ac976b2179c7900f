import { CommandMenu } from '../../commands/command-menu.tsx';
import { pictureIn } from '../../commands/command.ts';
import { sheetMenu, togetherMenu } from '../../commands/menus.ts';
import { useSheetTarget } from '../../stores/selection/mark-target.ts';
import { MenuTitle } from '../../ui/menu.tsx';
import { useFormats, useWords } from '../../words/words.ts';
import { useSelected } from './selected-pictures.ts';
import { sheetSubject } from './sheet-subject.ts';

/** The context menu of the sheet: what can be done with the selected picture, or with all that are selected together. */
export function EntryMenu() {
  const say = useWords();
  const { number } = useFormats();
  const what = useSelected();
  const { together } = useSheetTarget();
  if (what.kind !== 'image') return null;
  if (together <= 1) return <CommandMenu items={sheetMenu} subject={pictureIn('gallery', what.imageId, null)} />;
  return (
    <>
      <MenuTitle>{together === Infinity ? say('marks.pictures-uncounted') : say('marks.pictures', { count: together, shown: number(together) })}</MenuTitle>
      <CommandMenu items={togetherMenu} subject={sheetSubject()} />
    </>
  );
}
