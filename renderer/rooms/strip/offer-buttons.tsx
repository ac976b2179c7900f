import { X } from 'lucide-react';
import type { TaskWithImages } from '../../../shared/task.ts';
import { useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { OfferButton, offerLabel, offersFor, takeOffer } from '../../parts/tasks/task-offers.tsx';
import type { TaskAction } from '../../parts/tasks/task-report.ts';
import styles from './offer-buttons.module.css';

interface OfferButtonsProps {
  readonly entries: readonly TaskWithImages[];
  /** The menu alone has further actions. */
  readonly most: number;
  /** Actions that are not offered here. For example, no single click generates everything again. */
  readonly leaves?: readonly TaskAction[];
  /** Whether Tab leads to them. */
  readonly tabbable: boolean;
}

/** What can be done to these tasks, most useful first. For one task, hiding is a cross at the end. */
export function OfferButtons({ entries, most, leaves = [], tabbable }: OfferButtonsProps) {
  const say = useWords();
  const all = offersFor(entries).filter(({ action }) => action !== 'copy-id' && !leaves.includes(action));
  const hide = entries.length === 1 ? all.find(({ action }) => action === 'dismiss') : undefined;
  const tabIndex = tabbable ? undefined : -1;
  return (
    <span className={styles.buttons} data-offers>
      {all
        .filter((offer) => offer !== hide)
        .slice(0, most)
        .map((offer, at) => (
          <OfferButton key={offer.action} offer={offer} tabIndex={tabIndex} variant={at === 0 ? 'plain' : 'quiet'} className={offer.action === 'dismiss' ? undefined : styles.button} />
        ))}
      {hide && (
        <IconButton label={offerLabel(say, hide)} tabIndex={tabIndex} className={styles.hide} onClick={() => void takeOffer(hide)}>
          <X size={14} />
        </IconButton>
      )}
    </span>
  );
}
