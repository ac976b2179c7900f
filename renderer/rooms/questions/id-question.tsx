import { useState, type FormEvent } from 'react';
import { isUnclear, remoteIdOf, type Task } from '../../../shared/task.ts';
import { ConsoleLink } from '../../parts/accounts/console-link.tsx';
import { LookedUpFacts } from '../../parts/tasks/looked-up-facts.tsx';
import { TaskCandidates } from '../../parts/tasks/task-candidates.tsx';
import { attachId, confirmWithoutId } from '../../parts/tasks/task-actions.ts';
import { TaskIdField } from '../../parts/tasks/task-id-field.tsx';
import { useLookUp } from '../../parts/tasks/use-look-up.ts';
import { whileAnswering } from '../../stores/windows/task-question.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/dialogs/dialog-form.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { stripLine } from './strip-line.ts';
import { errorWords, useWords } from '../../words/words.ts';

interface IdQuestionProps {
  readonly kind: 'attach' | 'correct-id';
  readonly task: Task;
  readonly close: () => void;
}

/** Asks for the service's id of a task, and shows what the service has under it before anything is written. */
export function IdQuestion({ kind, task, close }: IdQuestionProps) {
  const say = useWords();
  return (
    <Dialog fallbackFocus={stripLine} title={say(`tasks.${kind}-title`)} description={say(`tasks.${kind}-explained`, { prompt: task.request.prompt, named: task.request.prompt === '' ? 'no' : 'yes' })}>
      <ConsoleLink accountId={task.accountId} which="billing">
        {say('settings.console.open-billing')}
      </ConsoleLink>
      <IdForm task={task} close={close} />
    </Dialog>
  );
}

function IdForm({ task, close }: { readonly task: Task; readonly close: () => void }) {
  const say = useWords();
  const before = remoteIdOf(task) ?? '';
  const [remoteId, setRemoteId] = useState(before);
  const { found, error, busy, lookUp, use, forget } = useLookUp();
  const typed = remoteId.trim();
  const enter = (value: string): void => {
    setRemoteId(value);
    forget();
  };
  const choose = (value: string): void => {
    enter(value);
    void lookUp(task.accountId, value);
  };
  const attach = async (anyway: boolean): Promise<void> => {
    if (!(await confirmWithoutId(task))) return;
    await whileAnswering(task, async () => {
      if (await use(() => attachId(task, typed, anyway))) close();
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || typed === '' || typed === before) return;
    void (found?.kind === 'found' ? attach(false) : lookUp(task.accountId, typed));
  };
  return (
    <form className={form.form} onSubmit={submit}>
      {isUnclear(task) && <TaskCandidates task={task} chosen={typed} onChoose={choose} />}
      <TaskIdField label={say('tasks.attach-id')} value={remoteId} onValueChange={enter} error={error ? errorWords(say, error) : null} />
      {found && <LookedUpFacts of={found} accountId={task.accountId} />}
      <div className={form.actions}>
        {found?.kind === 'not-shown' && (
          <Button size="large" variant="quiet" disabled={busy} onClick={() => void attach(true)}>
            {say('tasks.attach-anyway')}
          </Button>
        )}
        <Button size="large" onClick={close}>
          {say('app.cancel')}
        </Button>
        <Button size="large" variant="solid" submits disabled={busy || typed === '' || typed === before}>
          {say(found?.kind === 'found' ? 'tasks.attach-confirm' : busy ? 'tasks.look-up.busy' : 'tasks.look-up.do')}
        </Button>
      </div>
    </form>
  );
}
