import { useState } from 'react';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useWords } from '../../../words/words.ts';
import type { Asked } from '../../../ui/dialogs/ask.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import field from '../../../ui/fields/field.module.css';
import textStyles from '../../../ui/sheets/text.module.css';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { LookUpForm } from '../../../parts/tasks/look-up-form.tsx';
import { useLookUp } from '../../../parts/tasks/use-look-up.ts';
import { setPanelOpen } from '../../../stores/tasks/history-store.ts';
import { showTask } from '../../../stores/tasks/history-view.ts';

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
  const [prompt, setPrompt] = useState('');
  const lookingUp = useLookUp();
  const { typed, found, use, forget } = lookingUp;

  const adopt = async (anyway: boolean): Promise<void> => {
    const taskId = crypto.randomUUID();
    const told = found?.kind === 'found' ? (found.prompt ?? '') : '';
    if (!(await use(() => bridge.tasksAddById({ taskId, accountId, remoteId: typed, prompt: prompt.trim() || told, anyway })))) return;
    await showTask(taskId);
    setPanelOpen(true);
    close();
  };
  return (
    <LookUpForm
      of={lookingUp}
      accountId={accountId}
      words={{ id: 'history.adopt-id', use: 'history.adopt-confirm', anyway: 'history.adopt-anyway' }}
      onUse={(anyway) => void adopt(anyway)}
      close={close}
    >
      <div className={field.field}>
        <span className={textStyles.label}>{say('history.adopt-account')}</span>
        <Select
          label={say('history.adopt-account')}
          value={accountId}
          onValueChange={(value) => {
            setAccountId(value);
            forget();
          }}
          options={accounts.map(({ id, name }) => ({ value: id, name }))}
        />
        <span className={textStyles.hint}>{say('history.adopt-account-hint')}</span>
      </div>
      <TextField label={say('history.adopt-prompt')} value={prompt} onValueChange={setPrompt} hint={say('history.adopt-prompt-hint')} maxLength={32_000} />
    </LookUpForm>
  );
}
