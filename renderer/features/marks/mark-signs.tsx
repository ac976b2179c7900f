import { Heart, Star } from 'lucide-react';
import type { Marks } from '../../../shared/library/view.ts';
import { classes } from '../../ui/classes.ts';
import styles from './mark-signs.module.css';

interface MarkSignsProps extends Marks {
  /** Over the lower edge of a picture, readable whatever it shows. */
  readonly onPicture?: boolean;
}

/** Heart and stars to see; whoever shows them says them too. */
export function MarkSigns({ favourite, rating, onPicture = false }: MarkSignsProps) {
  if (!favourite && rating === 0) return null;
  return (
    <span className={classes(styles.signs, onPicture && styles.onPicture)} aria-hidden data-favourite={favourite || undefined} data-rating={rating || undefined}>
      {favourite && <Heart size={11} fill="currentColor" className={styles.heart} />}
      {Array.from({ length: rating }, (_, at) => (
        <Star key={at} size={10} fill="currentColor" />
      ))}
    </span>
  );
}
