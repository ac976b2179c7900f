import { CircleX, Flag, Heart, NotebookPen, Star, Trash2 } from 'lucide-react';
import { flags, labels, mostStars, type ImageMarks, type Label, type Marks } from '../../../shared/library/marks.ts';
import type { Words } from '../../../shared/words/index.ts';
import { classes } from '../../ui/classes.ts';
import { LabelSign } from './label-sign.tsx';
import styles from './mark-signs.module.css';

/** `star` may occur several times. */
export type Sign = (typeof flags)[number] | Label | 'note' | 'favourite' | 'star' | 'trash';

/** The marks of a picture, as they are shown. */
export const marksShown = ({ trashedAt, note, ...marks }: ImageMarks): Marks => ({ ...marks, trashed: trashedAt !== null, noted: note !== '' });

/** The signs in two groups: first flag, label and note, then the favourite and the rating. */
export function signsOf({ flag, label, noted, favourite, rating, trashed }: Marks): { readonly decided: readonly Sign[]; readonly rated: readonly Sign[] } {
  return {
    decided: [...(flag ? [flag] : []), ...(label ? [label] : []), ...(noted ? (['note'] as const) : [])],
    rated: [...(favourite ? (['favourite'] as const) : []), ...Array.from({ length: rating }, () => 'star' as const), ...(trashed ? (['trash'] as const) : [])],
  };
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
  return (
    <span className={styles.over} aria-hidden>
      <Group signs={[...flags, ...labels, 'note']} onPicture className={styles.decided} />
      <Group signs={['favourite', ...Array.from({ length: mostStars }, () => 'star' as const), 'trash']} onPicture className={styles.rated} />
    </span>
  );
}

/** Data attributes that select the signs to show. */
export const signData = ({ favourite, rating, trashed, flag, label, noted }: Marks): Readonly<Record<`data-${string}`, string | undefined>> => ({
  'data-favourite': favourite ? 'true' : undefined,
  'data-rating': rating === 0 ? undefined : String(rating),
  'data-trashed': trashed ? 'true' : undefined,
  'data-flag': flag ?? undefined,
  'data-label': label ?? undefined,
  'data-noted': noted ? 'true' : undefined,
});

function Group({ signs, onPicture, className }: { readonly signs: readonly Sign[]; readonly onPicture: boolean; readonly className: string | undefined }) {
  if (signs.length === 0) return null;
  return (
    <span className={classes(styles.group, onPicture && styles.shade, onPicture && className)}>
      {signs.map((sign, at) => (
        <span key={at} data-sign={sign} className={styles.sign}>
          {iconOf(sign)}
        </span>
      ))}
    </span>
  );
}

function iconOf(sign: Sign) {
  switch (sign) {
    case 'pick':
      return <Flag size={11} fill="currentColor" />;
    case 'reject':
      return <CircleX size={12} />;
    case 'note':
      return <NotebookPen size={11} />;
    case 'favourite':
      return <Heart size={11} fill="currentColor" className={styles.heart} />;
    case 'star':
      return <Star size={10} fill="currentColor" />;
    case 'trash':
      return <Trash2 size={11} />;
    default:
      return <LabelSign label={sign} size={11} />;
  }
}

/** The signs in words: `Picked, label Red, Favourite, 4 stars, has a note, in the trash`. Empty if there are none. */
export function saySigns(say: Words, { flag, label, noted, favourite, rating, trashed }: Marks): string {
  const signs = [
    ...(flag ? [say(`marks.flag.${flag}`)] : []),
    ...(label ? [say('marks.sign.label', { label: say(`marks.label.${label}`) })] : []),
    ...(favourite ? [say('marks.favourite')] : []),
    ...(rating > 0 ? [say('marks.rate', { rating })] : []),
    ...(noted ? [say('marks.sign.noted')] : []),
    ...(trashed ? [say('search.word.trashed')] : []),
  ];
  return signs.length === 0 ? '' : signs.reduce((before, next) => say('marks.signs', { before, next }));
}
