import { Bookmark } from 'lucide-react';
import { useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { nameSearch, proposedName, savedAs, useSavedSearches } from '../../stores/saved-searches.ts';
import { useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';

/** Saves the present search under a name, or renames it. */
export function SaveSearchButton() {
  const say = useWords();
  const search = useLibrarySearch((state) => state.search);
  const saved = useSavedSearches((state) => state.saved);
  const present = savedAs(saved, search);
  return (
    <IconButton
      label={say(present ? 'gallery.rename-search' : 'gallery.save-search')}
      disabled={search.trim() === ''}
      onClick={() => nameSearch({ query: search.trim(), proposed: proposedName(saved, search), saved: present })}
    >
      <Bookmark size={15} fill={present ? 'currentColor' : 'none'} />
    </IconButton>
  );
}
