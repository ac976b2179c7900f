import { useState } from 'react';
import { daysInTrash, markedReasons } from '../../../shared/library/marks.ts';
import type { LesserCopies } from '../../../shared/library/view.ts';
import { useWords } from '../../words/words.ts';
import { Question, useLast } from '../../ui/dialogs/dialog.tsx';
import { dropKeepBest, trashLesser, useKeepBest } from './keep-best.ts';

/** Asks before the near copies of the best pictures are moved to the trash. */
export function KeepBestDialog() {
  const asked = useKeepBest((state) => state.asked);
  const last = useLast(asked);
  return last && <KeepBest asked={last} open={asked !== null} />;
}

function KeepBest({ asked, open }: { readonly asked: LesserCopies; readonly open: boolean }) {
  const say = useWords();
  /** The question for which marked pictures were included. The next question starts without them. */
  const [included, setIncluded] = useState<LesserCopies | null>(null);
  const { sets, unmarked, marked, counts, more } = asked;
  const withMarked = included === asked;
  const count = unmarked.length + (withMarked ? marked.length : 0);
  const because = markedReasons.filter((reason) => counts[reason] > 0).map((reason) => say(`similar.marked.${reason}`, { count: counts[reason] }));
  return (
    <Question
      open={open}
      onClose={dropKeepBest}
      title={say('similar.keep-best-question', { count })}
      description={[say('similar.keep-best-explained', { sets, days: daysInTrash }), ...(more ? [say('similar.keep-best-more')] : [])].join(' ')}
      confirm={say('similar.keep-best-confirm')}
      canConfirm={count > 0}
      onConfirm={() => trashLesser(asked, withMarked)}
    >
      {marked.length > 0 && (
        <>
          <p>{say('similar.keep-best-marked', { count: marked.length, reasons: because.join(', ') })}</p>
          <label>
            <input type="checkbox" checked={withMarked} onChange={({ target }) => setIncluded(target.checked ? asked : null)} /> {say('similar.keep-best-with-marked')}
          </label>
        </>
      )}
    </Question>
  );
}
