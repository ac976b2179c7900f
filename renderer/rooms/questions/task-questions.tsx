import { useState, type FormEvent } from 'react';
import { isFree } from '../../../shared/account.ts';
import { remoteIdOf, type Task } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { ask, useView } from '../../stores/view-store.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Question } from '../../ui/dialogs/question.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useLast } from '../../ui/use-last.ts';
import { ConsoleLink } from '../../parts/tasks/console-link.tsx';
import { GenerateAgainQuestion, HideQuestion, stripLine } from './questions-about-several.tsx';
import { correctId, resubmit } from '../../parts/tasks/task-actions.ts';

/** The questions before actions that may cost money. The app mounts them once. */
export function TaskQuestions() {
  const question = useView((view) => view.question);
  const shown = useLast(question);
  const open = question !== null;
  switch (shown?.kind) {
    case 'attach':
    case 'correct-id':
      return <IdQuestion key={shown.task.id} kind={shown.kind} task={shown.task} open={open} />;
    case 'send-again':
      return <SendAgainQuestion task={shown.task} open={open} />;
    case 'hide':
      return <HideQuestion tasks={shown.tasks} open={open} />;
    case 'generate-again':
      return <GenerateAgainQuestion tasks={shown.tasks} open={open} />;
    default:
      return null;
  }
}

const close = (): void => ask(null);

interface QuestionProps {
  readonly task: Task;
  readonly open: boolean;
}

function SendAgainQuestion({ task, open }: QuestionProps) {
  const say = useWords();
  return (
    <Question
      open={open}
      onClose={close}
      title={say('tasks.send-again-title')}
      description={say(isFree(task.accountId) ? 'tasks.send-again-free' : 'tasks.send-again-explained')}
      confirm={say('tasks.send-again-confirm')}
      onConfirm={() => void resubmit([task], { asked: true })}
      fallbackFocus={stripLine}
    />
  );
}

interface IdQuestionProps extends QuestionProps {
  readonly kind: 'attach' | 'correct-id';
}

function IdQuestion({ kind, task, open }: IdQuestionProps) {
  const say = useWords();
  return (
    <Dialog open={open} onClose={close} title={say(`tasks.${kind}-title`)} description={say(`tasks.${kind}-explained`)} fallbackFocus={stripLine}>
      <ConsoleLink accountId={task.accountId} which="billing">
        {say('settings.console.open-billing')}
      </ConsoleLink>
      <IdForm kind={kind} task={task} />
    </Dialog>
  );
}

/** A component of its own, so that closing the dialog discards what was typed. */
function IdForm({ kind, task }: Omit<IdQuestionProps, 'open'>) {
  const say = useWords();
  const before = kind === 'correct-id' ? (remoteIdOf(task) ?? '') : '';
  const [remoteId, setRemoteId] = useState(before);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const typed = remoteId.trim();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await (kind === 'attach' ? bridge.tasksAttach({ taskId: task.id, remoteId: typed }) : correctId(task, typed));
    setBusy(false);
    if (answer.ok) close();
    else setError(errorWords(say, answer.error));
  };
  return (
    <form onSubmit={(event) => void submit(event)} style={{ display: 'contents' }}>
      <TextField label={say('tasks.attach-id')} value={remoteId} onValueChange={setRemoteId} error={error} />
      <Button size="large" variant="solid" submits disabled={busy || typed === '' || typed === before}>
        {say(`tasks.${kind}-confirm`)}
      </Button>
    </form>
  );
}
