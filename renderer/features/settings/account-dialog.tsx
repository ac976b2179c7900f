import type { FormEvent } from 'react';
import { useState } from 'react';
import type { AccountTest } from '../../../shared/account.ts';
import { readBaseUrl } from '../../../shared/base-url.ts';
import type { AppError } from '../../../shared/errors.ts';
import { useApp } from '../../stores/app-store.ts';
import { errorWords, useWords } from '../../stores/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useLast } from '../../ui/use-last.ts';
import styles from './account-dialog.module.css';
import type { AccountDraft, AccountQuestion } from './account-question.ts';
import { asksFor, draftFor, fieldOf, isComplete, save, tryOut } from './account-question.ts';
import { looksLikeKey } from './key-check.ts';
import { KeepingChoice } from './keeping-choice.tsx';
import { TestResult } from './test-result.tsx';

interface AccountDialogProps {
  /** Null: closed. */
  readonly question: AccountQuestion | null;
  readonly onClose: () => void;
}

/** Adds or changes an account. The key lives in this form only, and goes with it. */
export function AccountDialog({ question, onClose }: AccountDialogProps) {
  const say = useWords();
  const shown = useLast(question);
  if (!shown) return null;
  const values = { account: 'account' in shown ? shown.account.name : '', lastFour: shown.kind === 'environment' ? shown.lastFour : '' };
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      title={say(`settings.account.${shown.kind}.title`, values)}
      description={say(`settings.account.${shown.kind}.explained`, values)}
    >
      <AccountForm question={shown} onClose={onClose} />
    </Dialog>
  );
}

function AccountForm({ question, onClose }: { readonly question: AccountQuestion; readonly onClose: () => void }) {
  const say = useWords();
  const keyring = useApp((facts) => facts.keyring);
  const [draft, setDraft] = useState(() => draftFor(question, keyring));
  const [error, setError] = useState<AppError | null>(null);
  const [test, setTest] = useState<AccountTest | 'running' | null>(null);
  const [saving, setSaving] = useState(false);
  // A keyring that main could not use after all leaves the same choice as none.
  const [withoutKeyring, setWithoutKeyring] = useState(keyring === 'unavailable');

  const change = (part: Partial<AccountDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    setError(null);
    if (part.keeping === undefined) setTest(null);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (saving || !isComplete(question, draft)) return;
    setSaving(true);
    const answer = await save(question, draft);
    setSaving(false);
    if (answer.ok) {
      change({ key: '' });
      return onClose();
    }
    if (answer.error.code === 'no-keyring') {
      setWithoutKeyring(true);
      change({ keeping: null });
    }
    setError(answer.error);
  };
  const runTest = async (): Promise<void> => {
    setTest('running');
    const answer = await tryOut(question, draft);
    setTest(answer.ok ? answer.value : null);
    if (!answer.ok) setError(answer.error);
  };

  const errorField = error && fieldOf(error, question);
  const errorIn = (field: 'address' | 'key'): string | null => (error && errorField === field ? errorWords(say, error) : null);
  const address = readBaseUrl(draft.address);
  const keyError = errorIn('key') ?? (draft.key.trim() !== '' && !looksLikeKey(draft.key) ? say('error.key-malformed') : null);
  const mayTest = asksFor(question, 'key') && draft.key.trim() !== '' && (address.ok || question.kind === 'replace-key');
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {asksFor(question, 'name') && (
        <TextField
          label={say('settings.account.name')}
          value={draft.name}
          onValueChange={(name) => change({ name })}
          placeholder={say('settings.account.name-example')}
          maxLength={100}
        />
      )}
      {asksFor(question, 'address') && (
        <AddressField value={draft.address} onValueChange={(value) => change({ address: value })} error={errorIn('address')} />
      )}
      {asksFor(question, 'key') && (
        <TextField
          type="password"
          label={say('settings.account.key')}
          value={draft.key}
          onValueChange={(key) => change({ key })}
          hint={keyError === null && say('settings.account.key-hint')}
          error={keyError}
          maxLength={4096}
        />
      )}
      {asksFor(question, 'keeping') &&
        (withoutKeyring ? (
          <KeepingChoice value={draft.keeping} onValueChange={(keeping) => change({ keeping })} />
        ) : (
          <p className={styles.kept}>{say('settings.keeping.protected-explained')}</p>
        ))}
      {test !== null && <TestResult test={test} />}
      {error && (errorField === null || errorField === 'keeping' || errorField === 'name') && (
        <p className={styles.error} role="alert">
          {errorWords(say, error)}
          {error.detail && <span className={styles.detail}>{say('app.details', { detail: error.detail })}</span>}
        </p>
      )}
      <div className={styles.actions}>
        {asksFor(question, 'key') && (
          <Button size="large" variant="quiet" disabled={!mayTest || test === 'running'} onClick={() => void runTest()}>
            {say('settings.test')}
          </Button>
        )}
        <span className={styles.space} />
        <Button size="large" onClick={onClose}>
          {say('app.cancel')}
        </Button>
        <Button size="large" variant="solid" submits disabled={saving || !isComplete(question, draft)}>
          {say(`settings.account.${question.kind}.confirm`)}
        </Button>
      </div>
    </form>
  );
}

interface AddressFieldProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly error: string | null;
}

/** Says where requests will go; complains only once the field was left. */
function AddressField({ value, onValueChange, error }: AddressFieldProps) {
  const say = useWords();
  const [left, setLeft] = useState(false);
  const address = readBaseUrl(value);
  const wrong = error ?? (left && value.trim() !== '' && !address.ok ? say(`error.${address.why}`) : null);
  const hint = address.ok ? say('settings.account.address-used', { base: address.base }) : say('settings.account.address-hint');
  return (
    <TextField
      label={say('settings.account.address')}
      value={value}
      onValueChange={onValueChange}
      onBlur={() => setLeft(true)}
      placeholder={say('settings.account.address-example')}
      hint={wrong === null && hint}
      error={wrong}
      inputMode="url"
      maxLength={2048}
    />
  );
}
