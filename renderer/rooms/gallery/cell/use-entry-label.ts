import type { Task } from '../../../../shared/task.ts';
import { useWatchedDescription } from '../../../stores/pictures/descriptions.ts';
import type { Entry } from '../../../stores/gallery/cells.ts';
import { useAbsence, useChange } from '../../../stores/pictures/presence.ts';
import { useWords } from '../../../words/words.ts';
import { saySigns } from '../../../parts/marks/mark-signs.tsx';
import { useShownMarks } from '../../../stores/gallery/sheet-place.ts';

interface EntryLabel {
  readonly label: string;
  /** The whole prompt, if the label has only its beginning. */
  readonly description: string | undefined;
}

/** The length of the longest prompt that a label contains completely. */
const longest = 200;

/** The accessible name of a cell: the prompt and the marks. */
export function useEntryLabel(entry: Entry): EntryLabel {
  const say = useWords();
  const info = useWatchedDescription(entry.kind === 'image' ? entry.imageId : null);
  const absent = useAbsence(entry.kind === 'image' ? entry.imageId : null);
  const changed = useChange(entry.kind === 'image' ? entry.imageId : null);
  const shown = useShownMarks(entry.kind === 'image' ? entry.marks : 0);
  const whole = info ? nameOf(info.task) : say('gallery.picture');
  const isLong = whole.length > longest;
  const name = isLong ? `${whole.slice(0, longest - 1)}…` : whole;
  const description = isLong ? whole : undefined;
  const marks = saySigns(say, shown);
  const label = marks === '' ? name : say('gallery.marked-label', { prompt: name, marks });
  return { label: absent ? say(changed ? 'gallery.changed-label' : 'gallery.missing-label', { prompt: label }) : label, description };

  function nameOf({ request, imported }: Task): string {
    return request.prompt || imported?.title || say('gallery.adopted');
  }
}
