import { useState } from 'react';
import { daysInTrash } from '../../../../shared/library/marks.ts';
import { comparable } from '../../../stores/compare-store.ts';
import { changeCulling, showCulled, useCull } from '../../../stores/cull/cull-store.ts';
import { firstUndecided, tally, type Culling } from '../../../stores/cull/culling.ts';
import { closeViewer } from '../../../stores/windows/view-store.ts';
import { useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, Question, useLast } from '../../../ui/dialogs/dialog.tsx';
import styles from './cull-summary.module.css';
import { comparePicked, showPicked, trashRejected } from './cull-actions.ts';

/** Summarizes the decisions and offers what to do next. Closing it leads back to the picture. */
export function CullSummary() {
  const culling = useCull((state) => state.culling);
  const last = useLast(culling);
  return last && <Summary culling={last} open={culling?.ended === true} />;
}

function Summary({ culling, open }: { readonly culling: Culling; readonly open: boolean }) {
  const say = useWords();
  const [asks, setAsks] = useState(false);
  const { picked, rejected, undecided } = tally(culling);
  const back = (): void => changeCulling((now) => ({ ...now, ended: false }));
  const goOn = (): void => {
    const first = firstUndecided(culling);
    back();
    if (first !== null) showCulled(first);
  };
  return (
    <>
      <Dialog
        open={open && !asks}
        onClose={back}
        title={say('cull.summary', { decided: picked + rejected, count: culling.ids.length })}
        description={say('cull.tally', { picked, rejected, undecided })}
        actions={
          <Button size="large" variant={picked + undecided === 0 ? 'solid' : 'plain'} onClick={closeViewer}>
            {say('cull.done')}
          </Button>
        }
      >
        <div className={styles.choices}>
          {undecided > 0 && (
            <Button size="large" variant="solid" onClick={goOn}>
              {say('cull.go-on', { count: undecided })}
            </Button>
          )}
          {picked > 0 && (
            <Button size="large" variant={undecided > 0 ? 'plain' : 'solid'} onClick={showPicked}>
              {say('cull.show-picked', { count: picked })}
            </Button>
          )}
          {picked >= comparable.least && (
            <Button size="large" onClick={() => comparePicked(culling)}>
              {say('cull.compare-picked', { count: Math.min(picked, comparable.most), some: picked > comparable.most ? 'yes' : 'no' })}
            </Button>
          )}
          {rejected > 0 && (
            <Button size="large" onClick={() => setAsks(true)}>
              {say('cull.trash', { count: rejected })}
            </Button>
          )}
        </div>
      </Dialog>
      <Question
        open={open && asks}
        onClose={() => setAsks(false)}
        title={say('cull.trash-question', { count: rejected })}
        description={say('cull.trash-explained', { days: daysInTrash })}
        confirm={say('cull.trash-confirm')}
        onConfirm={() => void trashRejected()}
      />
    </>
  );
}
