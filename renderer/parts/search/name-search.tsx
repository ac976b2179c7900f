import type { SavedSearch } from '../../../shared/library/marks.ts';
import { bridge } from '../../bridge.ts';
import { longestSearchName, takeSaved } from '../../stores/library/saved-searches.ts';
import { askText } from '../../ui/dialogs/ask.ts';
import { currentWords, errorWords, useWords } from '../../words/words.ts';
import { useSearchesInWords } from './chip-words.ts';

/** A search that is being named: the present one, or a saved one that gets another name. */
interface Naming {
  readonly query: string;
  readonly proposed: string;
  readonly saved: SavedSearch | null;
}

/** Asks for the name of a search. */
export function nameSearch({ query, proposed, saved }: Naming): void {
  const say = currentWords();
  const which = saved ? 'rename' : 'save';
  void askText({
    title: say(`gallery.${which}-search-title`),
    description: <Explained query={query} />,
    label: say('gallery.search-name'),
    value: proposed,
    longest: longestSearchName,
    confirm: say(`gallery.${which}-search-confirm`),
    save: async (name) => {
      const answer = await (saved ? bridge.searchesRename({ id: saved.id, name }) : bridge.searchesSave({ name, query }));
      if (!answer.ok) return errorWords(say, answer.error);
      takeSaved(answer.value);
      return null;
    },
  });
}

function Explained({ query }: { readonly query: string }) {
  const [search = ''] = useSearchesInWords([query]);
  return useWords()('gallery.save-search-explained', { search });
}
