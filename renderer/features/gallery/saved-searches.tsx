import { Bookmark, BookmarkPlus, Pencil, Trash2, X } from 'lucide-react';
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
import { notify, notifyError } from '../../ui/toast.tsx';
import { showTrash } from '../marks/trash-bar.tsx';
import { longestSearchName, proposedName, savedAs } from './saved-search.ts';
import styles from './saved-searches.module.css';

type Answer = Result<readonly SavedSearch[]>;

/** What is being given a name: the present search, or one that has a name already. */
interface Naming {
  readonly query: string;
  readonly proposed: string;
  readonly saved: SavedSearch | null;
}

/** Searches that were given a name: to search again, to name the present one, to give one another name, to let one go. */
export function SavedSearches() {
  const say = useWords();
  const search = useLibrarySearch((state) => state.search);
  const [saved, setSaved] = useState<readonly SavedSearch[]>([]);
  const [naming, setNaming] = useState<Naming | null>(null);
  const take = (answer: Answer): boolean => {
    if (answer.ok) setSaved(answer.value);
    else notifyError(answer.error);
    return answer.ok;
  };
  useEffect(() => {
    // Unasked for: a database that cannot be read is told where the pictures would be.
    void bridge.searchesList().then((answer) => answer.ok && setSaved(answer.value));
  }, []);
  const remove = async ({ id, name, query, savedAt }: SavedSearch): Promise<void> => {
    if (!take(await bridge.searchesRemove({ id }))) return;
    notify(say('gallery.removed-search', { name }), { label: say('undo.do', { name: say('gallery.removing-search', { name }) }), run: () => void bridge.searchesSave({ name, query, savedAt }).then(take) });
  };
  const none = search.trim() === '';
  const present = savedAs(saved, search);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={say('gallery.saved-searches')}>
            <Bookmark size={15} fill={present ? 'currentColor' : 'none'} />
          </IconButton>
        }
      >
        {saved.map((each) => (
          <div key={each.id} role="none" className={styles.row}>
            <MenuItem onSelect={() => setLibrarySearch(each.query)}>{each.name}</MenuItem>
            <MenuIconItem label={say('gallery.rename-saved-search', { name: each.name })} closes onSelect={() => setNaming({ query: each.query, proposed: each.name, saved: each })}>
              <Pencil size={13} />
            </MenuIconItem>
            <MenuIconItem label={say('gallery.remove-search', { name: each.name })} onSelect={() => void remove(each)}>
              <X size={13} />
            </MenuIconItem>
          </div>
        ))}
        {saved.length === 0 && <div className={styles.none}>{say('gallery.no-saved-searches')}</div>}
        <MenuSeparator />
        <MenuItem icon={<Trash2 size={14} />} onSelect={showTrash}>
          {say('marks.trash-room')}
        </MenuItem>
        <MenuItem icon={<BookmarkPlus size={14} />} disabled={none} onSelect={() => setNaming({ query: search.trim(), proposed: proposedName(saved, search), saved: present })}>
          {say(present ? 'gallery.rename-search' : 'gallery.save-search')}
        </MenuItem>
      </Menu>
      <Dialog
        open={naming !== null}
        onClose={() => setNaming(null)}
        title={say(naming?.saved ? 'gallery.rename-search-title' : 'gallery.save-search-title')}
        description={say('gallery.save-search-explained', { search: naming?.query ?? '' })}
      >
        {naming && (
          <NameForm
            naming={naming}
            onSaved={(now) => {
              setSaved(now);
              setNaming(null);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

interface NameFormProps {
  readonly naming: Naming;
  readonly onSaved: (saved: readonly SavedSearch[]) => void;
}

/** Goes with the dialog when it closes, and what was typed with it. */
function NameForm({ naming: { query, proposed, saved }, onSaved }: NameFormProps) {
  const say = useWords();
  const [name, setName] = useState(proposed);
  const [error, setError] = useState<string | null>(null);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await (saved ? bridge.searchesRename({ id: saved.id, name }) : bridge.searchesSave({ name, query }));
    if (answer.ok) onSaved(answer.value);
    else setError(errorWords(say, answer.error));
  };
  return (
    <form onSubmit={(event) => void save(event)} style={{ display: 'contents' }}>
      <TextField label={say('gallery.search-name')} value={name} onValueChange={setName} error={error} maxLength={longestSearchName} onFocus={(event) => event.currentTarget.select()} />
      <Button size="large" variant="solid" submits disabled={name.trim() === ''}>
        {say(saved ? 'gallery.rename-search-confirm' : 'gallery.save-search-confirm')}
      </Button>
    </form>
  );
}
