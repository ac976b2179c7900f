import { Heart, Star, Trash2 } from 'lucide-react';
import type { Marks } from '../../../shared/library/view.ts';
import type { Words } from '../../../shared/words/index.ts';
import { classes } from '../../ui/classes.ts';
import styles from './mark-signs.module.css';

type Signs = Pick<Marks, 'favourite' | 'rating' | 'trashed'>;

interface MarkSignsProps extends Signs {
  /** Over the lower edge of a picture, readable whatever it shows. */
  readonly onPicture?: boolean;
}

/** Heart, stars and trash as icons. Screen readers need `saySigns` as well. */
export function MarkSigns({ favourite, rating, trashed, onPicture = false }: MarkSignsProps) {
  if (!favourite && rating === 0 && !trashed) return null;
  return (
    <span className={classes(styles.signs, onPicture && styles.onPicture)} aria-hidden data-favourite={favourite || undefined} data-rating={rating || undefined} data-trashed={trashed || undefined}>
      {favourite && <Heart size={11} fill="currentColor" className={styles.heart} />}
      {Array.from({ length: rating }, (_, at) => (
        <Star key={at} size={10} fill="currentColor" />
      ))}
      {trashed && <Trash2 size={11} />}
    </span>
  );
}

/** Heart, stars and trash in words: `Favourite, 4 stars, in the trash`. Empty if there are none. */
export function saySigns(say: Words, { favourite, rating, trashed }: Signs): string {
  const signs = [...(favourite ? [say('marks.favourite')] : []), ...(rating > 0 ? [say('marks.rate', { rating })] : []), ...(trashed ? [say('search.word.trashed')] : [])];
  return signs.length === 0 ? '' : signs.reduce((before, next) => say('marks.signs', { before, next }));
}
