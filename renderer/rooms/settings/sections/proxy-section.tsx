import { useEffect, useState, type FormEvent } from 'react';
import type { AppError } from '../../../../shared/errors.ts';
import type { ProxyPasswordChange, ProxyPasswordState, ProxySetting } from '../../../../shared/proxy.ts';
import { parseProxyAddress } from '../../../../shared/proxy-address.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { errorWords, useWords } from '../../../words/words.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { KeepingChoice } from '../fields/keeping-choice.tsx';
import { canSave, draftOf, isKept, passwordChangeOf, settingOf, type ProxyDraft } from './proxy-draft.ts';
import styles from './proxy-section.module.css';
import { Row, Rows, Section } from '../fields/section.tsx';

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
    <Section title={say('settings.proxy')} explained={say('settings.proxy-explained')}>
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
    </Section>
  );
}

function ProxyForm({ saved }: { readonly saved: ProxySetting }) {
  const say = useWords();
  const keyring = useApp((facts) => facts.keyring);
  const [draft, setDraft] = useState(() => draftOf(saved, keyring));
  const [kept, setKept] = useState<ProxyPasswordState>('missing');
  const [error, setError] = useState<AppError | null>(null);
  const [done, setDone] = useState(false);

  useEffect(() => {
    void bridge.settingsProxyPassword().then((answer) => answer.ok && setKept(answer.value));
  }, []);

  const change = (part: Partial<ProxyDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    setError(null);
    setDone(false);
  };
  const save = async (password: ProxyPasswordChange): Promise<void> => {
    const answer = await bridge.settingsSetProxy({ proxy: settingOf(draft), password });
    if (!answer.ok) {
      setError(answer.error);
      return;
    }
    change({ password: '' });
    setKept(answer.value);
    setDone(true);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canSave(draft)) void save(passwordChangeOf(draft));
  };
  const wrongAddress = draft.address.trim() !== '' && parseProxyAddress(draft.address) === null;
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={say('settings.proxy.address')}
        value={draft.address}
        onValueChange={(address) => change({ address })}
        placeholder={say('settings.proxy.address-example')}
        error={wrongAddress ? say('settings.proxy.address-wrong') : null}
        maxLength={512}
      />
      <TextField
        label={say('settings.proxy.username')}
        value={draft.username}
        onValueChange={(username) => change({ username })}
        hint={say('settings.proxy.username-hint')}
        error={draft.username.includes(':') ? say('settings.proxy.username-wrong') : null}
        maxLength={255}
      />
      {draft.username !== '' && (
        <TextField
          type="password"
          label={say('settings.proxy.password')}
          value={draft.password}
          onValueChange={(password) => change({ password })}
          hint={say(`settings.proxy.password.${kept}`)}
          maxLength={1024}
        />
      )}
      {draft.password !== '' && keyring === 'unavailable' && <KeepingChoice value={draft.keeping} onValueChange={(keeping) => change({ keeping })} />}
      {error && (
        <p className={styles.error} role="alert">
          {errorWords(say, error)}
        </p>
      )}
      {done && (
        <p className={styles.kept} role="status">
          {say('settings.proxy.saved')}
        </p>
      )}
      <div className={styles.actions}>
        {isKept(kept) && <Button onClick={() => void save({ kind: 'forget' })}>{say('settings.proxy.forget-password')}</Button>}
        <Button variant="solid" submits disabled={!canSave(draft)}>
          {say('settings.proxy.save')}
        </Button>
      </div>
    </form>
  );
}
