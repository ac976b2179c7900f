import { useState, type FormEvent } from 'react';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/dialogs/dialog-form.module.css';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import field from '../../ui/fields/field.module.css';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { LookedUpFacts } from '../../parts/tasks/looked-up-facts.tsx';
import { TaskIdField } from '../../parts/tasks/task-id-field.tsx';
import { useLookUp } from '../../parts/tasks/use-look-up.ts';
import { setPanelOpen } from '../../stores/history/history-store.ts';
import { showTask } from '../../stores/history/history-view.ts';

/** Watches a task that was submitted elsewhere, once the service has shown it. Latent only queries it, and submits nothing. */
export function WatchTaskDialog({ close }: Asked) {
  const say = useWords();
  return (
    <Dialog title={say('history.adopt-title')} description={say('history.adopt-explained')}>
      <AdoptForm close={close} />
    </Dialog>
  );
}

function AdoptForm({ close }: { readonly close: () => void }) {
  const say = useWords();
  const accounts = useApp((facts) => facts.accounts).filter((account) => !account.removed);
  const [accountId, setAccountId] = useState(useApp((facts) => facts.selectedAccountId));
  const [remoteId, setRemoteId] = useState('');
  const [prompt, setPrompt] = useState('');
  const { found, error, busy, lookUp, use, forget } = useLookUp();
  const typed = remoteId.trim();

  const adopt = async (anyway: boolean): Promise<void> => {
    const taskId = crypto.randomUUID();
    const told = found?.kind === 'found' ? (found.prompt ?? '') : '';
    if (!(await use(() => bridge.tasksAddById({ taskId, accountId, remoteId: typed, prompt: prompt.trim() || told, anyway })))) return;
    await showTask(taskId);
    setPanelOpen(true);
    close();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy && typed !== '') void (found?.kind === 'found' ? adopt(false) : lookUp(accountId, typed));
  };
  return (
    <form className={form.form} onSubmit={submit}>
      <TaskIdField
        label={say('history.adopt-id')}
        value={remoteId}
        onValueChange={(value) => {
          setRemoteId(value);
          forget();
        }}
        error={error ? errorWords(say, error) : null}
      />
      <div className={field.field}>
        <span className={field.label}>{say('history.adopt-account')}</span>
        <Select
          label={say('history.adopt-account')}
          value={accountId}
          onValueChange={(value) => {
            setAccountId(value);
            forget();
          }}
          options={accounts.map(({ id, name }) => ({ value: id, name }))}
        />
        <span className={field.hint}>{say('history.adopt-account-hint')}</span>
      </div>
      <TextField label={say('history.adopt-prompt')} value={prompt} onValueChange={setPrompt} hint={say('history.adopt-prompt-hint')} maxLength={32_000} />
      {found && <LookedUpFacts of={found} accountId={accountId} />}
      <div className={form.actions}>
        {found?.kind === 'not-shown' && (
          <Button size="large" variant="quiet" disabled={busy} onClick={() => void adopt(true)}>
            {say('history.adopt-anyway')}
          </Button>
        )}
        <Button size="large" onClick={close}>
          {say('app.cancel')}
        </Button>
        <Button size="large" variant="solid" submits disabled={busy || typed === ''}>
          {say(found?.kind === 'found' ? 'history.adopt-confirm' : busy ? 'tasks.look-up.busy' : 'tasks.look-up.do')}
        </Button>
      </div>
    </form>
  );
}
