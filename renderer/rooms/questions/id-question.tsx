import { isUnclear, remoteIdOf, type Task } from '../../../shared/task.ts';
import { ConsoleLink } from '../../parts/accounts/console-link.tsx';
import { LookUpForm } from '../../parts/tasks/look-up-form.tsx';
import { TaskCandidates } from '../../parts/tasks/task-candidates.tsx';
import { attachId, confirmWithoutId } from '../../parts/tasks/task-actions.ts';
import { useLookUp } from '../../parts/tasks/use-look-up.ts';
import { whileAnswering } from '../../stores/windows/task-question.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { focusFallback } from '../../ui/focus-fallback.ts';
import textStyles from '../../ui/sheets/text.module.css';
import { useWords } from '../../words/words.ts';

interface IdQuestionProps {
  readonly kind: 'attach' | 'correct-id';
  readonly task: Task;
  readonly close: () => void;
}

/** Asks for the service's id of a task, and shows what the service has under it before anything is written. */
export function IdQuestion({ kind, task, close }: IdQuestionProps) {
  const say = useWords();
  return (
    <Dialog fallbackFocus={focusFallback} title={say(`tasks.${kind}-title`)} description={say(`tasks.${kind}-explained`, { prompt: task.request.prompt, named: task.request.prompt === '' ? 'no' : 'yes' })}>
      <ConsoleLink accountId={task.accountId} which="billing">
        {say('settings.console.open-billing')}
      </ConsoleLink>
      <IdForm task={task} close={close} />
    </Dialog>
  );
}

function IdForm({ task, close }: { readonly task: Task; readonly close: () => void }) {
  const say = useWords();
  const lookingUp = useLookUp(remoteIdOf(task) ?? '');
  const { typed, found, enter, lookUp, use } = lookingUp;
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
  return (
    <LookUpForm
      of={lookingUp}
      accountId={task.accountId}
      words={{ id: 'tasks.attach-id', use: 'tasks.attach-confirm', anyway: 'tasks.attach-anyway' }}
      onUse={(anyway) => void attach(anyway)}
      close={close}
      above={isUnclear(task) && <TaskCandidates task={task} chosen={typed} onChoose={choose} />}
      below={found?.kind === 'found' && found.status !== 'failed' && <p className={textStyles.hint}>{say('tasks.look-up.final')}</p>}
    />
  );
}
