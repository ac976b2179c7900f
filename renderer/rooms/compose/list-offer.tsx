import { ListPlus } from 'lucide-react';
import { acceptOffer, declineOffer, useListOffer } from '../../stores/lists/list-offer-store.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import styles from './compose-bar.module.css';

/** Offers to open several pasted lines as a list. Typing goes on as if it were not there. */
export function ListOffer() {
  const say = useWords();
  const count = useListOffer(({ offer }) => offer?.count ?? null);
  if (count === null) return null;
  return (
    <div className={styles.strip} role="status">
      <ListPlus size={15} />
      <p>{say('list.offer', { count })}</p>
      <Button size="small" onClick={declineOffer}>
        {say('list.offer-decline')}
      </Button>
      <Button size="small" variant="solid" onClick={acceptOffer}>
        {say('list.offer-accept')}
      </Button>
    </div>
  );
}
