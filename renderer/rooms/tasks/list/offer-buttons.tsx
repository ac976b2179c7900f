import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TaskWithImages } from '../../../../shared/task.ts';
import { clickOffer, OfferButton, offerLabel, offersFor } from '../../../parts/tasks/task-offers.tsx';
import type { TaskAction } from '../../../parts/tasks/task-report.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useWords } from '../../../words/words.ts';
import styles from './offer-buttons.module.css';
import { actionsOf } from './task-row-actions.ts';

/** What no single click does to all tasks of a section. */
const chargesForAll: readonly TaskAction[] = ['try-again', 'send-again', 'release'];

/** The menu alone has further actions. */
const most = 2;

interface OfferButtonsProps {
  readonly entries: readonly TaskWithImages[];
  /** Whether these are all tasks of a section. */
  readonly ofSection?: boolean;
  /** Whether Tab leads to them. */
  readonly tabbable: boolean;
  /** Other buttons, which stand before them. */
  readonly children?: ReactNode;
}

/** What can be done to these tasks, most useful first, at the end of the row. For one task, dismissing is a cross after that. */
export function OfferButtons({ entries, ofSection = false, tabbable, children }: OfferButtonsProps) {
  const say = useWords();
  const all = offersFor(entries, actionsOf).filter(({ action }) => action !== 'copy-id' && !(ofSection && chargesForAll.includes(action)));
  const hide = entries.length === 1 ? all.find(({ action }) => action === 'dismiss') : undefined;
  const tabIndex = tabbable ? undefined : -1;
  const shown = all.filter((offer) => offer !== hide).slice(0, most);
  return (
    <span className={styles.buttons} data-offers>
      {children}
      {shown.map((offer) => (
        <OfferButton
          key={offer.action}
          offer={offer}
          tabIndex={tabIndex}
          variant={offer === shown[0] ? 'plain' : 'quiet'}
          className={offer === shown[0] || offer.action === 'dismiss' ? undefined : styles.further}
        />
      ))}
      {hide && (
        <IconButton label={offerLabel(say, hide)} tabIndex={tabIndex} className={styles.hide} onClick={(event) => clickOffer(hide, event)}>
          <X size={14} />
        </IconButton>
      )}
    </span>
  );
}
