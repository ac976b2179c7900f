import { useWords } from '../../words/words.ts';
import { MenuItem } from '../../ui/menu.tsx';
import type { ShortcutId } from '../../ui/shortcuts/shortcut-table.ts';
import { ActionCost } from './action-cost.tsx';
import styles from './action-cost.module.css';
import { offerHint, offerLabel, takeOffer, type Offer } from './task-offers.ts';

interface OfferItemsProps {
  readonly offers: readonly Offer[];
  /** The keys of the place that the menu belongs to. */
  readonly keys: { readonly ask: ShortcutId; readonly dismiss: ShortcutId };
}

/** What a menu offers to do to tasks, with its keys. */
export function OfferItems({ offers, keys }: OfferItemsProps) {
  const say = useWords();
  const taken = removal(offers);
  const keyOf = (offer: Offer): ShortcutId | undefined => {
    if (offer === taken) return keys.dismiss;
    return offer.action === 'ask' ? keys.ask : undefined;
  };
  return offers.map((offer) => (
    <MenuItem key={offer.action} shortcut={keyOf(offer)} danger={offer.action === 'send-again'} onSelect={() => void takeOffer(offer)}>
      <span title={offerHint(say, offer)} className={styles.label}>
        {offerLabel(say, offer)}
        <ActionCost action={offer.action} tasks={offer.entries.map(({ task }) => task)} />
      </span>
    </MenuItem>
  ));
}

/** What the key that removes does: it hides what has ended; where nothing has, it cancels what waits. */
export function removal(offers: readonly Offer[]): Offer | undefined {
  return offers.find(({ action }) => action === 'dismiss') ?? offers.find(({ action }) => action === 'withdraw');
}
