import type { ImageInfo } from '../../../../shared/ipc/api.ts';
import { packedMarks, type Marks } from '../../../../shared/library/view.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { saySigns } from '../../../parts/marks/mark-signs.tsx';
import type { Presence } from '../../../stores/pictures/presence.ts';

/** The length of the longest prompt that a label contains completely. */
const longest = 200;

interface Labelled {
  /** Null until main has described the picture. */
  readonly info: ImageInfo | null;
  readonly marks: Marks;
  readonly presence: Presence;
}

interface CellLabel {
  readonly label: string;
  /** The whole prompt, if the label has only its beginning. */
  readonly description: string | null;
}

/** The accessible name of a cell: the prompt, the marks, and whether the file is missing. */
export function cellLabel(say: Words, { info, marks, presence }: Labelled): CellLabel {
  const whole = info ? info.task.request.prompt || info.task.imported?.title || say('gallery.adopted') : say('gallery.picture');
  const isLong = whole.length > longest;
  const name = isLong ? `${whole.slice(0, longest - 1)}…` : whole;
  const signs = signsIn(say, marks);
  const label = signs === '' ? name : say('gallery.marked-label', { prompt: name, marks: signs });
  const missing = { changed: 'gallery.changed-label', absent: 'gallery.missing-label', here: null } as const;
  const key = missing[presence];
  return { label: key === null ? label : say(key, { prompt: label }), description: isLong ? whole : null };
}

/** Of each combination of marks, because cells get their labels while the sheet scrolls. */
const spoken = new WeakMap<Words, Map<number, string>>();

function signsIn(say: Words, marks: Marks): string {
  const packed = packedMarks(marks);
  const known = spoken.get(say) ?? new Map<number, string>();
  spoken.set(say, known);
  const signs = known.get(packed) ?? saySigns(say, marks);
  known.set(packed, signs);
  return signs;
}
