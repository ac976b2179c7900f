import { useState } from 'react';
import { daysInTrash, markedReasons } from '../../../shared/library/marks.ts';
import type { LesserCopies } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';
import { useWords } from '../../words/words.ts';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { Question } from '../../ui/dialogs/dialog.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { sentences, series } from '../../../shared/words/in-a-row.ts';

interface KeepBestDialogProps extends Asked<readonly ImageId[]> {
  readonly copies: LesserCopies;
}

/** Asks before the near copies of the best pictures are moved to the trash. Answers with those that are. */
export function KeepBestDialog({ copies: { sets, unmarked, marked, counts, more }, answer }: KeepBestDialogProps) {
  const say = useWords();
  const [withMarked, setWithMarked] = useState(false);
  const count = unmarked.length + (withMarked ? marked.length : 0);
  const because = markedReasons.filter((reason) => counts[reason] > 0).map((reason) => say(`similar.marked.${reason}`, { count: counts[reason] }));
  return (
    <Question
      title={say('similar.keep-best-question', { count })}
      description={sentences(say, [say('similar.keep-best-explained', { sets, days: daysInTrash }), more && say('similar.keep-best-more')])}
      confirm={say('similar.keep-best-confirm')}
      canConfirm={count > 0}
      onConfirm={() => answer(withMarked ? [...unmarked, ...marked] : unmarked)}
    >
      {marked.length > 0 && (
        <>
          <p>{say('similar.keep-best-marked', { count: marked.length, reasons: series(say, because) })}</p>
          <Checkbox checked={withMarked} onCheckedChange={setWithMarked}>
            {say('similar.keep-best-with-marked')}
          </Checkbox>
        </>
      )}
    </Question>
  );
}
