import { Ellipsis } from 'lucide-react';
import type { ListedEntry } from '../../shared/library/albums.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useWords } from '../words/words.ts';
import { CommandMenu } from './command-menu.tsx';
import { nothingIn } from './command.ts';
import { listedMenu } from './menus.ts';

/** The button with the menu of an album or a saved search. */
export function ListedMenu({ entry, className }: { readonly entry: ListedEntry; readonly className?: string | undefined }) {
  const say = useWords();
  const { name } = entry;
  return (
    <Menu
      trigger={
        <IconButton label={entry.kind === 'album' ? say('albums.menu', { name }) : say('gallery.saved-search-menu', { name })} className={className}>
          <Ellipsis size={15} />
        </IconButton>
      }
    >
      <CommandMenu items={listedMenu} subject={{ ...nothingIn('everywhere'), listed: entry }} />
    </Menu>
  );
}
