import { daysInTrash } from '../../../../shared/library/marks.ts';
import { comparable } from '../../../stores/compare-store.ts';
import { showCulled } from '../../../stores/cull/cull-store.ts';
import { firstUndecided, tally, type Culling } from '../../../stores/cull/culling.ts';
import { closeViewer } from '../../../stores/windows/view-store.ts';
import { useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { ask, type Asked } from '../../../ui/dialogs/ask.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import columnStyles from '../../../ui/sheets/column.module.css';
import { comparePicked, showPicked, trashRejected } from './cull-actions.ts';

interface CullSummaryProps extends Asked {
  readonly culling: Culling;
}

/** Summarizes the decisions and offers what to do next. Closing it leads back to the picture. */
export function CullSummary({ culling, close }: CullSummaryProps) {
  const say = useWords();
  const { picked, rejected, undecided } = tally(culling);
  /** Closes it before it acts, because the act may open something else. */
  const after = (act: () => unknown) => (): void => {
    close();
    act();
  };
  const goOn = (): void => {
    const first = firstUndecided(culling);
    if (first !== null) showCulled(first);
  };
  const trash = async (): Promise<void> => {
    const words = { title: say('cull.trash-question', { count: rejected }), description: say('cull.trash-explained', { days: daysInTrash }), confirm: say('cull.trash-confirm') };
    if ((await ask('confirm', words)) === null) return;
    close();
    await trashRejected();
  };
  return (
    <Dialog
      title={say('cull.summary', { decided: picked + rejected, count: culling.ids.length })}
      description={say('cull.tally', { picked, rejected, undecided })}
      actions={
        <Button size="large" variant={picked + undecided === 0 ? 'solid' : 'plain'} onClick={after(closeViewer)}>
          {say('cull.done')}
        </Button>
      }
    >
      <div className={columnStyles.column}>
        {undecided > 0 && (
          <Button size="large" variant="solid" onClick={after(goOn)}>
            {say('cull.go-on', { count: undecided })}
          </Button>
        )}
        {picked > 0 && (
          <Button size="large" variant={undecided > 0 ? 'plain' : 'solid'} onClick={after(showPicked)}>
            {say('cull.show-picked', { count: picked })}
          </Button>
        )}
        {picked >= comparable.least && (
          <Button size="large" onClick={after(() => comparePicked(culling))}>
            {say('cull.compare-picked', { count: Math.min(picked, comparable.most), some: picked > comparable.most ? 'yes' : 'no' })}
          </Button>
        )}
        {rejected > 0 && (
          <Button size="large" onClick={() => void trash()}>
            {say('cull.trash', { count: rejected })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
