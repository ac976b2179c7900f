import type { FormEvent, ReactNode } from 'react';
import type { AccountId } from '../../../shared/task.ts';
import type { WordKey } from '../../../shared/words/index.ts';
import { Button } from '../../ui/button.tsx';
import { useReadFirst } from '../../ui/costly-press.ts';
import { FormActions } from '../../ui/dialogs/form-actions.tsx';
import form from '../../ui/sheets/form.module.css';
import { errorWords, useWords } from '../../words/words.ts';
import { LookedUpFacts } from './looked-up-facts.tsx';
import { TaskIdField } from './task-id-field.tsx';
import type { LookUp } from './use-look-up.ts';

interface LookUpFormProps {
  readonly of: LookUp;
  readonly accountId: AccountId;
  readonly words: Readonly<Record<'id' | 'use' | 'anyway', WordKey>>;
  /** Does what the id is for. `anyway`: also if the service does not show it. */
  readonly onUse: (anyway: boolean) => void;
  readonly close: () => void;
  /** What is above the id, below it, and below what the service has under it. */
  readonly above?: ReactNode;
  readonly children?: ReactNode;
  readonly below?: ReactNode;
}

/** A form for the id of a task: it shows what the service has under it before the id is used. */
export function LookUpForm({ of, accountId, words, onUse, close, above, children, below }: LookUpFormProps) {
  const say = useWords();
  const { remoteId, isNew, found, error, busy } = of;
  const readFirst = useReadFirst(found);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || !isNew) return;
    if (found?.kind === 'found') onUse(false);
    else void of.lookUp(accountId);
  };
  return (
    <form className={form.form} {...readFirst} onSubmit={submit}>
      {above}
      <TaskIdField label={say(words.id)} value={remoteId} onValueChange={of.enter} error={error ? errorWords(say, error) : null} />
      {children}
      {found && <LookedUpFacts of={found} accountId={accountId} />}
      {below}
      <FormActions onCancel={close} confirm={say(found?.kind === 'found' ? words.use : busy ? 'tasks.look-up.busy' : 'tasks.look-up.do')} disabled={busy || !isNew}>
        {found?.kind === 'not-shown' && (
          <Button size="large" variant="quiet" disabled={busy} onClick={() => onUse(true)}>
            {say(words.anyway)}
          </Button>
        )}
      </FormActions>
    </form>
  );
}
