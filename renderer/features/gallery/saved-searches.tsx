import { Bookmark, BookmarkPlus, X } from 'lucide-react';
import type { FormEvent } from 'react';
import { useEffect, useState } from 'react';
import type { SavedSearch } from '../../../shared/library/marks.ts';
import type { Result } from '../../../shared/result.ts';
import { bridge } from '../../bridge.ts';
import { setLibrarySearch, useLibrarySearch } from '../../stores/library-view.ts';
import { errorWords, useWords } from '../../stores/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu, MenuIconItem, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notifyError } from '../../ui/toast.tsx';
import { longestSearchName, proposedName, savedAs } from './saved-search.ts';
import styles from './saved-searches.module.css';

type Answer = Result<readonly SavedSearch[]>;

/** Searches that were given a name: to search again, to name the present one, to let one go. */
export function SavedSearches() {
  const say = useWords();
  const search = useLibrarySearch((state) => state.search);
  const [saved, setSaved] = useState<readonly SavedSearch[]>([]);
  const [naming, setNaming] = useState(false);
  const take = (answer: Answer): void => (answer.ok ? setSaved(answer.value) : notifyError(answer.error));
  useEffect(() => {
    // Unasked for: a database that cannot be read is told where the pictures would be.
    void bridge.searchesList().then((answer) => answer.ok && setSaved(answer.value));
  }, []);
  const none = search.trim() === '';
  return (
    <>
      <Menu
        trigger={
          <IconButton label={say('gallery.saved-searches')}>
            <Bookmark size={15} fill={savedAs(saved, search) ? 'currentColor' : 'none'} />
          </IconButton>
        }
      >
        {saved.map(({ id, name, query }) => (
          <div key={id} role="none" className={styles.row}>
            <MenuItem onSelect={() => setLibrarySearch(query)}>{name}</MenuItem>
            <MenuIconItem label={say('gallery.remove-search', { name })} onSelect={() => void bridge.searchesRemove({ id }).then(take)}>
              <X size={13} />
            </MenuIconItem>
          </div>
        ))}
        {saved.length === 0 && <div className={styles.none}>{say('gallery.no-saved-searches')}</div>}
        <MenuSeparator />
        <MenuItem icon={<BookmarkPlus size={14} />} disabled={none} onSelect={() => setNaming(true)}>
          {say(savedAs(saved, search) ? 'gallery.rename-search' : 'gallery.save-search')}
        </MenuItem>
      </Menu>
      <Dialog open={naming} onClose={() => setNaming(false)} title={say('gallery.save-search-title')} description={say('gallery.save-search-explained', { search: search.trim() })}>
        <NameForm
          query={search.trim()}
          proposed={proposedName(saved, search)}
          onSaved={(now) => {
            setSaved(now);
            setNaming(false);
          }}
        />
      </Dialog>
    </>
  );
}

interface NameFormProps {
  readonly query: string;
  readonly proposed: string;
  readonly onSaved: (saved: readonly SavedSearch[]) => void;
}

/** Goes with the dialog when it closes, and what was typed with it. */
function NameForm({ query, proposed, onSaved }: NameFormProps) {
  const say = useWords();
  const [name, setName] = useState(proposed);
  const [error, setError] = useState<string | null>(null);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await bridge.searchesSave({ name, query });
    if (answer.ok) onSaved(answer.value);
    else setError(errorWords(say, answer.error));
  };
  return (
    <form onSubmit={(event) => void save(event)} style={{ display: 'contents' }}>
      <TextField label={say('gallery.search-name')} value={name} onValueChange={setName} error={error} maxLength={longestSearchName} onFocus={(event) => event.currentTarget.select()} />
      <Button size="large" variant="solid" submits disabled={name.trim() === ''}>
        {say('gallery.save-search-confirm')}
      </Button>
    </form>
  );
}
