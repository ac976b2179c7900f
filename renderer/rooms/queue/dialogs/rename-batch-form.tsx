import { useState, type FormEvent } from 'react';
import type { BatchWithProgress } from '../../../../shared/batch.ts';
import { longestBatchName } from '../../../../shared/input-limits.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useWords } from '../../../words/words.ts';
import { renameBatch } from '../queue-actions.ts';

interface RenameBatchFormProps {
  readonly batch: BatchWithProgress;
  readonly onClose: () => void;
}

/** A component of its own, so that closing the dialog discards what was typed. */
export function RenameBatchForm({ batch, onClose }: RenameBatchFormProps) {
  const say = useWords();
  const [name, setName] = useState(batch.name);
  const typed = name.trim();
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (typed === batch.name || (await renameBatch(batch, typed))) onClose();
  };
  return (
    <form onSubmit={(event) => void save(event)} style={{ display: 'contents' }}>
      <TextField label={say('queue.rename-field')} value={name} onValueChange={setName} maxLength={longestBatchName} onFocus={(event) => event.currentTarget.select()} />
      <Button size="large" variant="solid" submits disabled={typed === ''}>
        {say('queue.rename-confirm')}
      </Button>
    </form>
  );
}
