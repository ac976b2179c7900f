import { longestTag, tidyTag, type TagCount } from '../../../shared/library/marks.ts';
import { fold } from '../../../shared/search/text/fold.ts';
import { useLibraryWords } from '../../stores/library/known-tags-and-folders.ts';
import { askText } from '../../ui/dialogs/ask.ts';
import { currentWords } from '../../words/words.ts';
import { retag } from './mark-actions.ts';

/** Asks for the new name of one tag, or the common name of several, and says what will be merged. Resolves to the name that the tags have now. */
export async function renameTags(names: readonly string[]): Promise<string | null> {
  const say = currentWords();
  const { tags } = useLibraryWords.getState();
  const chosen = tags.filter(({ name }) => names.includes(name));
  const [first] = chosen;
  if (!first) return null;
  const namedSo = (name: string): TagCount | undefined => tags.find((tag) => fold(tag.name) === fold(name) && !names.includes(tag.name));
  const pictures = chosen.reduce((sum, tag) => sum + tag.pictures, 0);
  const name = await askText({
    title: say(chosen.length > 1 ? 'tags.merge-title' : 'tags.rename-title'),
    description: say(chosen.length > 1 ? 'tags.merge-which' : 'tags.rename-which', { tags: chosen.map((tag) => say('app.quoted', { text: tag.name })).join(', ') }),
    label: say('tags.new-name'),
    value: first.name,
    longest: longestTag,
    confirm: say('tags.rename-confirm'),
    check: (text) => {
      const existing = namedSo(tidyTag(text));
      return {
        isSame: tidyTag(text) === '' || (chosen.length === 1 && tidyTag(text) === first.name),
        hint: existing && say('tags.exists', { tag: existing.name, count: existing.pictures, pictures }),
        confirm: chosen.length > 1 || existing ? say('tags.merge-confirm') : undefined,
      };
    },
    save: async (text) => {
      await retag(names, tidyTag(text));
      return null;
    },
  });
  return name === null ? null : (namedSo(tidyTag(name))?.name ?? tidyTag(name));
}
