import { CircleX, Flag, Heart, NotebookPen, Star, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { flags, labels, mostStars, type Marks } from '../../../shared/library/marks.ts';
import type { Words } from '../../../shared/words/index.ts';
import { classes } from '../../ui/classes.ts';
import { LabelSign } from './label-sign.tsx';
import styles from './mark-signs.module.css';

interface Signs<Value> {
  /** The corner of a picture: what was decided about it, or how it was rated. */
  readonly group: 'decided' | 'rated';
  readonly icons: Readonly<Record<string, ReactNode>>;
  /** Which icons a value has. One may occur several times. */
  of(value: Value): readonly string[];
  /** Values that have all icons together. */
  readonly all: readonly Value[];
  /** Called only for a value that has icons. */
  say(words: Words, value: Value): string;
}

/** The signs of each mark, in the order in which they are shown and said. */
const signTable: { readonly [Key in keyof Marks]: Signs<Marks[Key]> } = {
  flag: {
    group: 'decided',
    icons: { pick: <Flag size={11} fill="currentColor" />, reject: <CircleX size={12} /> },
    of: (flag) => (flag ? [flag] : []),
    all: flags,
    say: (words, flag) => (flag ? words(`marks.flag.${flag}`) : ''),
  },
  label: {
    group: 'decided',
    icons: Object.fromEntries(labels.map((label) => [label, <LabelSign key={label} label={label} size={11} />])),
    of: (label) => (label ? [label] : []),
    all: labels,
    say: (words, label) => (label ? words('marks.sign.label', { label }) : ''),
  },
  favourite: {
    group: 'rated',
    icons: { favourite: <Heart size={11} fill="currentColor" className={styles.heart} /> },
    of: (isFavourite) => (isFavourite ? ['favourite'] : []),
    all: [true],
    say: (words) => words('marks.favourite'),
  },
  rating: {
    group: 'rated',
    icons: { star: <Star size={10} fill="currentColor" /> },
    of: (rating) => Array.from({ length: rating }, () => 'star'),
    all: [mostStars],
    say: (words, rating) => words('marks.rate', { rating }),
  },
  noted: { group: 'decided', icons: { note: <NotebookPen size={11} /> }, of: (isNoted) => (isNoted ? ['note'] : []), all: [true], say: (words) => words('marks.sign.noted') },
  trashed: { group: 'rated', icons: { trash: <Trash2 size={11} /> }, of: (isTrashed) => (isTrashed ? ['trash'] : []), all: [true], say: (words) => words('search.word.trashed') },
};

const keys = Object.keys(signTable) as readonly (keyof Marks)[];
/** An entry, for code that does not know which. */
const signsBy = (key: keyof Marks): Signs<unknown> => signTable[key];
const icons = Object.assign({}, ...keys.map((key) => signTable[key].icons)) as Readonly<Record<string, ReactNode>>;
const inGroup = (group: 'decided' | 'rated', signs: (key: keyof Marks) => readonly string[]): readonly string[] => keys.flatMap((key) => (signTable[key].group === group ? signs(key) : []));

/** The signs in two groups: first flag, label and note, then the favourite and the rating. */
export function signsOf(marks: Marks): { readonly decided: readonly string[]; readonly rated: readonly string[] } {
  const signs = (key: keyof Marks): readonly string[] => signsBy(key).of(marks[key]);
  return { decided: inGroup('decided', signs), rated: inGroup('rated', signs) };
}

interface MarkSignsProps extends Marks {
  /** Whether the signs lie over a picture, where they must stay readable. */
  readonly onPicture?: boolean;
}

/** Flag, label, note, heart, stars and trash as icons. Screen readers need `saySigns` as well. */
export function MarkSigns({ onPicture = false, ...marks }: MarkSignsProps) {
  const { decided, rated } = signsOf(marks);
  if (decided.length + rated.length === 0) return null;
  return (
    <span className={onPicture ? styles.over : styles.signs} aria-hidden {...signData(marks)}>
      <Group signs={decided} onPicture={onPicture} className={styles.decided} />
      <Group signs={rated} onPicture={onPicture} className={styles.rated} />
    </span>
  );
}

/** All possible signs. Cells copy them and show only some. */
export function AllSigns() {
  const signs = (key: keyof Marks): readonly string[] => signsBy(key).all.flatMap((value) => signsBy(key).of(value));
  return (
    <span className={styles.over} aria-hidden>
      <Group signs={inGroup('decided', signs)} onPicture className={styles.decided} />
      <Group signs={inGroup('rated', signs)} onPicture className={styles.rated} />
    </span>
  );
}

/** A data attribute for each mark that the picture has. */
export const signData = (marks: Marks): Readonly<Record<`data-${string}`, string | undefined>> =>
  Object.fromEntries(keys.map((key) => [`data-${key}`, signsBy(key).of(marks[key]).length === 0 ? undefined : String(marks[key])]));

function Group({ signs, onPicture, className }: { readonly signs: readonly string[]; readonly onPicture: boolean; readonly className: string | undefined }) {
  if (signs.length === 0) return null;
  return (
    <span className={classes(styles.group, onPicture && styles.shade, onPicture && className)}>
      {signs.map((sign, at) => (
        <span key={at} data-sign={sign} className={styles.sign}>
          {icons[sign]}
        </span>
      ))}
    </span>
  );
}

/** The signs in words: `Picked, label Red, Favourite, 4 stars, has a note, in the trash`. Empty if there are none. */
export function saySigns(say: Words, marks: Marks): string {
  const signs = keys.flatMap((key) => (signsBy(key).of(marks[key]).length === 0 ? [] : [signsBy(key).say(say, marks[key])]));
  return signs.length === 0 ? '' : signs.reduce((before, next) => say('marks.signs', { before, next }));
}
