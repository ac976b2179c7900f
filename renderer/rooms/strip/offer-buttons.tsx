import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { TaskWithImages } from '../../../shared/task.ts';
import { useWords } from '../../words/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ActionCost } from '../../parts/tasks/action-cost.tsx';
import { offerHint, offerLabel, offersFor, takeOffer, type Offer } from '../../parts/tasks/task-offers.ts';
import type { TaskAction } from '../../parts/tasks/task-report.ts';
import styles from './offer-buttons.module.css';

interface OfferButtonsProps {
  readonly entries: readonly TaskWithImages[];
  /** More actions than these stand in the menu alone. */
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
  const offers = all.filter((offer) => offer !== hide).slice(0, most);
  const common = (offer: Offer) =>
    ({
      tabIndex: tabbable ? 0 : -1,
      // A click on a button does not select its line.
      onPointerDown: (event: MouseEvent) => event.stopPropagation(),
      onDoubleClick: (event: MouseEvent) => event.stopPropagation(),
      onClick: () => void takeOffer(offer),
    }) as const;
  return (
    <span className={styles.buttons} data-offers>
      {offers.map((offer, at) => (
        <Button key={offer.action} {...common(offer)} size="small" variant={at === 0 ? 'plain' : 'quiet'} title={offerHint(say, offer)} className={offer.action === 'dismiss' ? undefined : styles.button}>
          {offerLabel(say, offer)}
          <ActionCost action={offer.action} tasks={offer.entries.map(({ task }) => task)} />
        </Button>
      ))}
      {hide && (
        <IconButton {...common(hide)} label={offerLabel(say, hide)} className={styles.hide}>
          <X size={14} />
        </IconButton>
      )}
    </span>
  );
}
