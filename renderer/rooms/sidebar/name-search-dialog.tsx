import { useState, type FormEvent } from 'react';
import { bridge } from '../../bridge.ts';
import { longestSearchName, nameSearch, takeSaved, useSavedSearches, type Naming } from '../../stores/library/saved-searches.ts';
import { useSearchesInWords } from '../../parts/search/chip-words.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useLast } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

/** Asks for the name of a search. */
export function NameSearchDialog() {
  const say = useWords();
  const naming = useSavedSearches((state) => state.naming);
  const shown = useLast(naming);
  const [search = ''] = useSearchesInWords([shown?.query ?? '']);
  return (
    <Dialog
      open={naming !== null}
      onClose={() => nameSearch(null)}
      title={say(shown?.saved ? 'gallery.rename-search-title' : 'gallery.save-search-title')}
      description={say('gallery.save-search-explained', { search })}
    >
      {shown && <NameForm naming={shown} />}
    </Dialog>
  );
}

/** A component of its own, so that closing the dialog discards what was typed. */
function NameForm({ naming: { query, proposed, saved } }: { readonly naming: Naming }) {
  const say = useWords();
  const [name, setName] = useState(proposed);
  const [error, setError] = useState<string | null>(null);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await (saved ? bridge.searchesRename({ id: saved.id, name }) : bridge.searchesSave({ name, query }));
    if (answer.ok) takeSaved(answer.value);
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
