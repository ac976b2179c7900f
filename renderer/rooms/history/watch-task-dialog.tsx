import { useState, type FormEvent } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/dialogs/dialog-form.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import field from '../../ui/fields/field.module.css';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { setPanelOpen } from '../../stores/history/history-store.ts';
import { showTask } from '../../stores/history/history-view.ts';

interface WatchTaskDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Watches a task that was submitted elsewhere. Latent only queries it, and submits nothing. */
export function WatchTaskDialog({ open, onClose }: WatchTaskDialogProps) {
  const say = useWords();
  return (
    <Dialog open={open} onClose={onClose} title={say('history.adopt-title')} description={say('history.adopt-explained')}>
      <AdoptForm onClose={onClose} />
    </Dialog>
  );
}

function AdoptForm({ onClose }: { readonly onClose: () => void }) {
  const say = useWords();
  const accounts = useApp((facts) => facts.accounts).filter((account) => !account.removed);
  const [accountId, setAccountId] = useState(useApp((facts) => facts.selectedAccountId));
  const [remoteId, setRemoteId] = useState('');
  const [prompt, setPrompt] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);

  const adopt = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await bridge.tasksAddById({ taskId: crypto.randomUUID(), accountId, remoteId: remoteId.trim(), prompt: prompt.trim() });
    setBusy(false);
    if (!answer.ok) return setError(answer.error);
    await showTask(answer.value.taskId);
    setPanelOpen(true);
    onClose();
  };
  return (
    <form className={form.form} onSubmit={(event) => void adopt(event)}>
      <TextField
        label={say('history.adopt-id')}
        value={remoteId}
        onValueChange={(value) => {
          setRemoteId(value);
          setError(null);
        }}
        error={error ? errorWords(say, error) : null}
        maxLength={10_240}
      />
      <div className={field.field}>
        <span className={field.label}>{say('history.adopt-account')}</span>
        <Select
          label={say('history.adopt-account')}
          value={accountId}
          onValueChange={setAccountId}
          options={accounts.map(({ id, name }) => ({ value: id, name }))}
        />
        <span className={field.hint}>{say('history.adopt-account-hint')}</span>
      </div>
      <TextField label={say('history.adopt-prompt')} value={prompt} onValueChange={setPrompt} hint={say('history.adopt-prompt-hint')} maxLength={32_000} />
      <div className={form.actions}>
        <Button size="large" onClick={onClose}>
          {say('app.cancel')}
        </Button>
        <Button size="large" variant="solid" submits disabled={busy || remoteId.trim() === ''}>
          {say('history.adopt-confirm')}
        </Button>
      </div>
    </form>
  );
}
