import type { Task } from '../../../shared/task.ts';
import { useWatchedDescription } from '../../stores/descriptions.ts';
import type { Entry } from '../../stores/gallery-store.ts';
import { useAbsence, useChange } from '../../stores/presence.ts';
import { useWords } from '../../stores/words.ts';
import { saySigns } from '../marks/say-signs.ts';
import { useShownMarks } from '../marks/sheet-place.ts';

/** What a cell is called for those who do not see it: the prompt and the marks. */
export function useEntryLabel(entry: Entry): string {
  const say = useWords();
  const info = useWatchedDescription(entry.kind === 'image' ? entry.imageId : null);
  const absent = useAbsence(entry.kind === 'image' ? entry.imageId : null);
  const changed = useChange(entry.kind === 'image' ? entry.imageId : null);
  const shown = useShownMarks(entry.kind === 'image' ? entry.marks : 0);
  const name = info ? nameOf(info.task) : say('gallery.picture');
  const marks = saySigns(say, shown);
  const label = marks === '' ? name : say('gallery.marked-label', { prompt: name, marks });
  return absent ? say(changed ? 'gallery.changed-label' : 'gallery.missing-label', { prompt: label }) : label;

  function nameOf({ request, imported }: Task): string {
    return request.prompt || imported?.title || say('gallery.adopted');
  }
}
