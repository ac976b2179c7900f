import { X } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import type { GenerationRequest, Task } from '../../../../shared/task.ts';
import { longestPrompt, writtenSize } from '../../../../shared/request/request-checks.ts';
import { submitByKey } from '../../../commands/submit-by-key.ts';
import { useApp } from '../../../stores/app-store.ts';
import { checkPrompt, checkRequest } from '../../../../shared/request/compose-checks.ts';
import { useTasks } from '../../../stores/tasks-store.ts';
import { ReferencePicture, referenceInWords, referenceName } from '../../../parts/facts/reference-picture.tsx';
import { focusFallback } from '../../../ui/focus-fallback.ts';
import { IconButton } from '../../../ui/button.tsx';
import type { Asked } from '../../../ui/dialogs/ask.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FormActions } from '../../../ui/dialogs/form-actions.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { useWords } from '../../../words/words.ts';
import { editTask } from '../../../parts/tasks/batch-actions.ts';
import styles from './edit-form.module.css';

interface EditDialogProps extends Asked {
  readonly task: Task;
}

/** Prompt, model, size and quality of a task that was not sent. If it is sent while the dialog is open, it can no longer be changed. */
export function EditDialog({ task, close }: EditDialogProps) {
  const say = useWords();
  return (
    <Dialog title={say('queue.edit-title')} fallbackFocus={focusFallback}>
      <EditForm task={task} close={close} />
    </Dialog>
  );
}

const choices = [
  { field: 'model', used: 'models' },
  { field: 'size', used: 'sizes' },
  { field: 'quality', used: 'qualities' },
] as const;

function EditForm({ task, close }: Omit<EditDialogProps, 'answer'>) {
  const say = useWords();
  const lists = useId();
  const suggestions = useApp((facts) => facts.suggestions);
  const tooLate = useTasks(({ tasks }) => tasks.get(task.id)?.task.state.status !== 'queued');
  const [request, setRequest] = useState<GenerationRequest>(task.request);
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === task.accountId) ?? null);
  const { references = [], ...rest } = request;
  // Reference pictures that cannot be sent keep the task waiting anyway, so they do not block other changes.
  const complaint = account && (checkPrompt(request.prompt) ?? checkRequest(account, rest, 1));
  const prompt = request.prompt.trim();
  const set = (changed: Partial<GenerationRequest>): void => setRequest((before) => ({ ...before, ...changed }));
  const isKeptBack = tooLate || prompt === '' || complaint?.blocks === true;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isKeptBack) return;
    if (await editTask(task, { ...request, prompt, model: request.model.trim(), size: writtenSize(request.size), quality: request.quality.trim() })) close();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <TextArea label={say('compose.prompt')} dir="auto" rows={6} maxLength={longestPrompt} value={request.prompt} onValueChange={(text) => set({ prompt: text })} onKeyDown={submitByKey} />
      <div className={styles.choices}>
        {choices.map(({ field, used }) => (
          <div key={field}>
            <TextField
              label={say(`compose.${field}`)}
              placeholder={say('tasks.fact.not-set')}
              list={`${lists}-${field}`}
              value={request[field]}
              error={complaint?.field === field ? say(complaint.words, complaint.values) : null}
              onValueChange={(value) => set({ [field]: value })}
            />
            <datalist id={`${lists}-${field}`}>
              {suggestions[used].map((value) => (
                <option key={value}>{value}</option>
              ))}
            </datalist>
          </div>
        ))}
      </div>
      {references.length > 0 && (
        <ul className={styles.references} aria-label={say('references.tray')}>
          {references.map((reference, at) => (
            <li key={at}>
              <ReferencePicture reference={reference} />
              <span>{referenceName(say, reference)}</span>
              <IconButton label={say('references.remove', referenceInWords(say, reference))} onClick={() => set({ references: references.toSpliced(at, 1) })}>
                <X size={13} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {tooLate && (
        <p className={styles.late} role="alert">
          {say('queue.edit-too-late')}
        </p>
      )}
      <FormActions onCancel={close} confirm={say('queue.edit-confirm')} disabled={isKeptBack} />
    </form>
  );
}
