import { useEffect, useState, type FormEvent } from 'react';
import type { KeyKeeping } from '../../../../shared/account.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { ProxyPasswordChange, ProxyPasswordState, ProxySetting } from '../../../../shared/network/proxy.ts';
import { parseProxyAddress } from '../../../../shared/network/proxy-address.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { errorWords, useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { KeepingChoice } from '../fields/keeping-choice.tsx';
import styles from './sections.module.css';
import formStyles from '../../../ui/sheets/form.module.css';
import textStyles from '../../../ui/sheets/text.module.css';
import { Row, Rows } from '../fields/settings-row.tsx';

type Mode = ProxySetting['mode'];

/** How requests leave this computer. */
export function ProxySection() {
  const say = useWords();
  const saved = useApp((facts) => facts.settings.proxy);
  /** Choosing a manual proxy only opens the form. Nothing changes until it is saved. */
  const [opened, setOpened] = useState(false);
  const mode: Mode = opened ? 'manual' : saved.mode;
  const choose = async (next: Mode): Promise<void> => {
    setOpened(next === 'manual');
    if (next === 'manual') return;
    await notifyIfFailed(bridge.settingsSetProxy({ proxy: { mode: next }, password: { kind: 'keep' } }));
  };
  return (
    <>
      <Rows>
        <Row name={say('settings.proxy.way')} explained={say(`settings.proxy.${mode}-explained`)}>
          <SegmentedControl
            label={say('settings.proxy.way')}
            value={mode}
            onValueChange={(next) => void choose(next)}
            options={[
              { value: 'system', name: say('settings.proxy.system') },
              { value: 'none', name: say('settings.proxy.none') },
              { value: 'manual', name: say('settings.proxy.manual') },
            ]}
          />
        </Row>
      </Rows>
      {mode === 'manual' && <ProxyForm saved={saved} />}
    </>
  );
}

interface ProxyDraft {
  readonly address: string;
  readonly username: string;
  /** Empty: the stored password stays. */
  readonly password: string;
  /** Null until the person chooses, because without a keyring nothing is chosen for them. */
  readonly keeping: KeyKeeping | null;
}

function ProxyForm({ saved }: { readonly saved: ProxySetting }) {
  const say = useWords();
  const keyring = useApp((facts) => facts.keyring);
  const [draft, setDraft] = useState<ProxyDraft>(() => ({
    address: saved.mode === 'manual' ? saved.address : '',
    username: saved.mode === 'manual' ? saved.username : '',
    password: '',
    keeping: keyring === 'available' ? 'protected' : null,
  }));
  const [kept, setKept] = useState<ProxyPasswordState>('missing');
  const [outcome, setOutcome] = useState<AppError | 'saved' | null>(null);

  useEffect(() => {
    void bridge.settingsProxyPassword().then((answer) => answer.ok && setKept(answer.value));
  }, []);

  const change = (part: Partial<ProxyDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    setOutcome(null);
  };
  const save = async (passwordChange: ProxyPasswordChange): Promise<void> => {
    const answer = await bridge.settingsSetProxy({ proxy: { mode: 'manual', address: address.trim(), username }, password: passwordChange });
    if (!answer.ok) return setOutcome(answer.error);
    change({ password: '' });
    setKept(answer.value);
    setOutcome('saved');
  };
  const { address, username, password, keeping } = draft;
  const validAddress = parseProxyAddress(address) !== null;
  const validName = !username.includes(':');
  const complete = validAddress && validName ? passwordChangeOf(draft) : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (complete) void save(complete);
  };
  return (
    <form className={styles.proxy} onSubmit={submit}>
      <TextField
        label={say('settings.proxy.address')}
        value={address}
        onValueChange={(next) => change({ address: next })}
        placeholder={say('settings.proxy.address-example')}
        wrong={validAddress ? null : say('settings.proxy.address-wrong')}
        maxLength={512}
      />
      <TextField
        label={say('settings.proxy.username')}
        value={username}
        onValueChange={(next) => change({ username: next })}
        hint={say('settings.proxy.username-hint')}
        error={validName ? null : say('settings.proxy.username-wrong')}
        maxLength={255}
      />
      {username !== '' && (
        <TextField
          type="password"
          label={say('settings.proxy.password')}
          value={password}
          onValueChange={(next) => change({ password: next })}
          hint={say(`settings.proxy.password.${kept}`)}
          maxLength={1024}
        />
      )}
      {password !== '' && keyring === 'unavailable' && <KeepingChoice value={keeping} onValueChange={(next) => change({ keeping: next })} />}
      {outcome === 'saved' && (
        <p className={textStyles.hint} role="status">
          {say('settings.proxy.saved')}
        </p>
      )}
      {outcome !== null && outcome !== 'saved' && (
        <p className={textStyles.error} role="alert">
          {errorWords(say, outcome)}
        </p>
      )}
      <div className={formStyles.actions}>
        {kept !== 'missing' && kept !== 'unreadable' && <Button onClick={() => void save({ kind: 'forget' })}>{say('settings.proxy.delete-password')}</Button>}
        <Button variant="solid" submits disabled={complete === null}>
          {say('settings.proxy.save')}
        </Button>
      </div>
    </form>
  );
}

/** Null: the person has not chosen how to keep it. A password without a user name is never sent, so it is not kept either. */
function passwordChangeOf({ username, password, keeping }: ProxyDraft): ProxyPasswordChange | null {
  if (username === '') return { kind: 'forget' };
  return password === '' ? { kind: 'keep' } : keeping && { kind: 'replace', password, keeping };
}
