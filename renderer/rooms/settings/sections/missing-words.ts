import type { LibrarySearch } from '../../../../shared/library-search.ts';
import type { Words } from '../../../../shared/words/index.ts';

/** The progress or the result of a search for missing pictures. Empty before the first. */
export function searchWords(say: Words, { looking, last }: LibrarySearch): string {
  if (looking) return say('settings.missing.looking', { checked: looking.checked, found: looking.found });
  if (last === null) return '';
  if (last === 'failed') return say('settings.missing.failed');
  const { pictures, found, missing, unreadable, unreachable } = last;
  if (missing === 0) return found === 0 ? say('settings.missing.none', { pictures }) : say('settings.missing.found', { found });
  return [
    say('settings.missing.some', { found, missing }),
    unreachable.length > 0 ? say('settings.missing.unreachable', { count: unreachable.length, folders: unreachable.join(', ') }) : '',
    unreadable > 0 ? say('settings.missing.unreadable', { count: unreadable }) : '',
  ].filter((sentence) => sentence !== '').join(' ');
}
