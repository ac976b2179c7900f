import { ClipboardPaste } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import type { AccountTest } from '../../../../shared/account.ts';
import { readBaseUrl } from '../../../../shared/network/base-url.ts';
import { readKey } from '../../../../shared/network/service-key.ts';
import { readConsoleAddress } from '../../../../shared/network/console-address.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { bridge } from '../../../bridge.ts';
import { appFacts, selectedAccount, useApp } from '../../../stores/app-store.ts';
import { focusPrompt } from '../../../stores/compose/compose-store.ts';
import { goTo, useView } from '../../../stores/windows/view-store.ts';
import { currentWords, errorWords, useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { change as changeDialog, propsOf, type Asked } from '../../../ui/dialogs/ask.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { notify } from '../../../ui/toast.tsx';
import { ConsoleLink } from '../../../parts/accounts/console-link.tsx';
import styles from './accounts.module.css';
import rowStyles from '../../../ui/sheets/row.module.css';
import textStyles from '../../../ui/sheets/text.module.css';
import formStyles from '../../../ui/sheets/form.module.css';
import { asksFor, correctedAddress, correctedKey, draftFor, fallbackFocus, fieldOf, formerAccount, isComplete, save, tryOut, type AccountDraft, type AccountFormKind } from './account-form.ts';
import { KeepingChoice } from '../fields/keeping-choice.tsx';
import { TestResult } from './test-result.tsx';

const isNew = ({ kind }: AccountFormKind): boolean => kind === 'add' || kind === 'environment' || kind === 'clipboard';

interface AccountDialogProps extends Asked {
  readonly question: AccountFormKind;
}

/** Adds or changes an account. The key exists only in this form. */
export function AccountDialog({ question, close }: AccountDialogProps) {
  const say = useWords();
  const { kind } = question;
  const values = { account: 'account' in question ? question.account.name : '', lastFour: 'lastFour' in question ? question.lastFour : '', firstThree: 'firstThree' in question ? question.firstThree : '' };
  const isShort = kind === 'environment' && question.lastFour === '';
  return (
    <Dialog fallbackFocus={fallbackFocus} title={say(`settings.account.${kind}.title`, values)} description={say(isShort ? 'settings.account.environment.explained-short' : `settings.account.${kind}.explained`, values)}>
      <AccountForm question={question} close={close} />
    </Dialog>
  );
}

function AccountForm({ question, close }: Omit<AccountDialogProps, 'answer'>) {
  const say = useWords();
  const keyring = useApp((facts) => facts.keyring);
  const accounts = useApp((facts) => facts.accounts);
  const [draft, setDraft] = useState(() => draftFor(question, keyring));
  const latestDraft = useRef(draft);
  const [error, setError] = useState<AppError | null>(null);
  const [test, setTest] = useState<AccountTest | 'running' | null>(null);
  const [saving, setSaving] = useState(false);
  // If main could not use the keyring after all, the person chooses as without one.
  const [withoutKeyring, setWithoutKeyring] = useState(keyring === 'unavailable');

  const change = (part: Partial<AccountDraft>): void => {
    latestDraft.current = { ...latestDraft.current, ...part };
    setDraft(latestDraft.current);
    setError(null);
    if (part.address !== undefined || part.key !== undefined) setTest(null);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (saving || !isComplete(question, draft)) return;
    setSaving(true);
    await submitDraft();
    setSaving(false);
  };
  const submitDraft = async (): Promise<void> => {
    let tested: AccountTest | null = null;
    if (question.kind === 'add') {
      // A new account is tested before it is added. After a failed test it is tested again.
      tested = test !== null && test !== 'running' && test.outcome === 'accepted' ? test : await runTest();
      // The person may have cancelled during the test.
      if (propsOf('account')?.question !== question || tested?.outcome !== 'accepted') return;
    }
    await keep(tested);
  };
  /** Adds an account whose test failed. It is not selected. */
  const addAnyway = async (failure: AccountTest): Promise<void> => {
    if (saving || !isComplete(question, draft)) return;
    setSaving(true);
    await keep(failure);
    setSaving(false);
  };
  const keep = async (tested: AccountTest | null): Promise<void> => {
    const answer = await save(question, latestDraft.current, tested);
    if (answer === 'declined') return;
    if (answer.ok) {
      change({ key: '' });
      close();
      // Focus the prompt, because the next step with a new account is to send something.
      if (isNew(question) && useView.getState().route === 'gallery') focusPrompt();
      if (answer.value !== null && answer.value.outcome !== 'accepted') sayNotSelected(latestDraft.current.name);
      return;
    }
    if (answer.error.code === 'no-keyring') {
      setWithoutKeyring(true);
      change({ keeping: null });
    }
    setError(answer.error);
  };
  /** Main reads the clipboard and keeps the key to itself. The form then asks only for the rest. */
  const takeFromClipboard = async (): Promise<void> => {
    const answer = await bridge.accountsTakeClipboardKey();
    if (propsOf('account')?.question !== question) return;
    if (!answer.ok) return setError(answer.error);
    change({ key: '' });
    changeDialog('account', { question: { kind: 'clipboard', ...answer.value } });
  };
  /** Null: it could not be tested, or the form has changed since. */
  const runTest = async (): Promise<AccountTest | null> => {
    const tried = latestDraft.current;
    setTest('running');
    const answer = await tryOut(question, tried);
    const { address: addressNow, key: keyNow } = latestDraft.current;
    if (addressNow !== tried.address || keyNow !== tried.key) return null;
    setTest(answer.ok ? answer.value : null);
    if (!answer.ok) setError(answer.error);
    return answer.ok ? answer.value : null;
  };

  const errorField = error && fieldOf(error, question);
  const errorIn = (field: 'address' | 'key'): string | null => (error && errorField === field ? errorWords(say, error) : null);
  const address = readBaseUrl(draft.address);
  const key = readKey(draft.key);
  const former = formerAccount(question, draft, accounts);
  const failure = question.kind === 'add' && test !== null && test !== 'running' && test.outcome !== 'accepted' ? test : null;
  const mayTest = key.ok && (address.ok || question.kind === 'replace-key');
  return (
    <form className={formStyles.form} onSubmit={(event) => void submit(event)}>
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
        <TextField
          label={say('settings.account.address')}
          value={draft.address}
          onValueChange={(value) => change({ address: value })}
          placeholder={say('settings.account.address-example')}
          hint={address.ok ? correctedAddress(say, address) : say('settings.account.address-hint')}
          wrong={address.ok ? null : say(`error.${address.why}`)}
          error={errorIn('address')}
          inputMode="url"
          maxLength={2048}
        />
      )}
      {asksFor(question, 'key') && (
        <TextField
          type="password"
          label={say('settings.account.key')}
          value={draft.key}
          onValueChange={(value) => change({ key: value })}
          hint={key.ok && key.corrected.length > 0 ? correctedKey(say, key.corrected) : say('settings.account.key-hint')}
          error={errorIn('key') ?? (draft.key.trim() !== '' && !key.ok ? say(`error.${key.why}`) : null)}
          maxLength={4096}
        />
      )}
      {question.kind === 'add' && (
        <div className={rowStyles.row}>
          <Button size="small" icon={<ClipboardPaste size={14} />} onClick={() => void takeFromClipboard()}>
            {say('settings.account.key-clipboard')}
          </Button>
          <span className={textStyles.hint}>{say('settings.account.key-clipboard-explained')}</span>
        </div>
      )}
      {'corrected' in question && question.corrected.length > 0 && <p className={textStyles.hint}>{correctedKey(say, question.corrected)}</p>}
      {question.kind === 'environment' && question.fault !== null && (
        <p className={textStyles.error} role="alert">
          {say(`error.${question.fault}`)}
        </p>
      )}
      {'account' in question && asksFor(question, 'key') && (
        <ConsoleLink accountId={question.account.id} which="key">
          {say('settings.console.open-key')}
        </ConsoleLink>
      )}
      {asksFor(question, 'keeping') &&
        (withoutKeyring ? (
          <KeepingChoice value={draft.keeping} onValueChange={(keeping) => change({ keeping })} />
        ) : (
          <p className={textStyles.hint}>{say('settings.keeping.protected-explained')}</p>
        ))}
      {asksFor(question, 'consoles') && <ConsoleFields consoles={draft.consoles} onChange={(consoles) => change({ consoles })} folded={question.kind !== 'consoles'} />}
      {former && <p className={textStyles.hint}>{say('settings.account.add.former', { account: former.name })}</p>}
      {error && errorField === null && (
        <p className={textStyles.error} role="alert">
          {errorWords(say, error)}
          {error.detail && <span className={styles.detail}>{say('app.details', { detail: error.detail })}</span>}
        </p>
      )}
      <div className={styles.footer}>
        {test !== null && <TestResult test={test} />}
        {failure && <p className={textStyles.hint}>{say('settings.account.add.anyway-explained')}</p>}
        <div className={rowStyles.row}>
          {failure && (
            <Button size="large" disabled={saving || !isComplete(question, draft)} onClick={() => void addAnyway(failure)}>
              {say('settings.account.add.anyway')}
            </Button>
          )}
          {asksFor(question, 'key') && !failure && (
            <Button size="large" variant="quiet" disabled={!mayTest || test === 'running'} onClick={() => void runTest()}>
              {say('settings.test')}
            </Button>
          )}
          <span className={rowStyles.space} />
          <Button size="large" onClick={close}>
            {say('app.cancel')}
          </Button>
          <Button size="large" variant="solid" submits disabled={saving || !isComplete(question, draft)}>
            {failure ? say('settings.account.add.again') : say(`settings.account.${question.kind}.confirm`)}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** A new account whose test failed is not selected. Says which account still is. */
function sayNotSelected(name: string): void {
  const say = currentWords();
  const selected = selectedAccount(appFacts())?.name ?? '';
  notify(say('settings.account.not-selected', { account: name.trim(), selected }), { label: say('compose.open-settings'), run: () => goTo('settings') });
}

interface ConsoleFieldsProps {
  readonly consoles: AccountDraft['consoles'];
  readonly onChange: (consoles: AccountDraft['consoles']) => void;
  /** Behind a heading, unless a field is filled. */
  readonly folded: boolean;
}

/** The pages for keys and billing, which Latent only opens in the browser. */
function ConsoleFields({ consoles, onChange, folded }: ConsoleFieldsProps) {
  const say = useWords();
  const [open] = useState(Object.values(consoles).some(Boolean));
  const fields = (['key', 'billing'] as const).map((which) => (
    <TextField
      key={which}
      label={say(`settings.console.${which}`)}
      value={consoles[which]}
      onValueChange={(next) => onChange({ ...consoles, [which]: next })}
      placeholder={say(`settings.console.${which}-example`)}
      hint={say('settings.console.hint')}
      wrong={readConsoleAddress(consoles[which]).ok ? null : say('error.console-invalid')}
      inputMode="url"
      maxLength={2048}
    />
  ));
  if (!folded) return fields;
  return (
    <details className={styles.consoles} open={open}>
      <summary>{say('settings.console.heading')}</summary>
      {fields}
    </details>
  );
}
