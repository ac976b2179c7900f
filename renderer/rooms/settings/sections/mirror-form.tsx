import { useEffect, useState, type FormEvent } from 'react';
import type { KeyKeeping } from '../../../../shared/account.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { bucketLengths, bucketPatterns, hostWith } from '../../../../shared/mirror/bucket-names.ts';
import type { MirrorSecretChange, MirrorSetting } from '../../../../shared/mirror/mirror-setting.ts';
import type { MirrorSecretState, MirrorTest } from '../../../../shared/mirror/mirror-state.ts';
import { readBaseUrl } from '../../../../shared/network/base-url.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../stores/app-store.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { errorWords, useWords } from '../../../words/words.ts';
import { KeepingChoice } from '../fields/keeping-choice.tsx';
import { Row } from '../fields/settings-row.tsx';
import styles from './sections.module.css';
import formStyles from '../../../ui/sheets/form.module.css';
import textStyles from '../../../ui/sheets/text.module.css';
import { sentences } from '../../../../shared/words/in-a-row.ts';

type Typed = MirrorSetting & { readonly secret: string };

/** `busy`: a test is under way. */
type Outcome = 'saved' | 'removed' | 'busy' | { readonly test: MirrorTest } | { readonly error: AppError };

const changeBucket = (change: { readonly mirror: MirrorSetting | null; readonly secret: MirrorSecretChange }) => bridge.mirrorSet(change);

/** Which bucket, and what opens it. Nothing changes until it is saved. */
export function MirrorForm({ saved }: { readonly saved: MirrorSetting | null }) {
  const say = useWords();
  const keyring = useApp((facts) => facts.keyring);
  const [typed, setTyped] = useState<Typed>(() => ({ endpoint: '', bucket: '', region: 'us-east-1', prefix: 'latent', keyId: '', addressing: 'path', ...saved, secret: '' }));
  const [keeping, setKeeping] = useState<KeyKeeping | null>(keyring === 'available' ? 'protected' : null);
  const [kept, setKept] = useState<MirrorSecretState>('missing');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    void bridge.mirrorSecret().then((answer) => answer.ok && setKept(answer.value));
  }, []);

  const edit = (part: Partial<Typed>): void => {
    setTyped((before) => ({ ...before, ...part }));
    setOutcome(null);
  };
  const reading = readBaseUrl(typed.endpoint);
  const fits = (name: keyof typeof bucketPatterns): boolean => bucketPatterns[name].test(typed[name].trim());
  const secret = typed.secret.trim();
  const secretFits = secret === '' ? kept !== 'missing' && kept !== 'unreadable' : bucketPatterns.keyId.test(secret);
  const canStandBefore = typed.addressing === 'path' || !reading.ok || !fits('bucket') || hostWith(reading.base, typed.bucket.trim()) !== null;
  const isWhole = reading.ok && canStandBefore && fits('bucket') && fits('region') && fits('prefix') && fits('keyId') && secretFits;
  const setting = isWhole ? { endpoint: reading.base, bucket: typed.bucket.trim(), region: typed.region.trim(), prefix: typed.prefix.trim(), keyId: typed.keyId.trim(), addressing: typed.addressing } : null;

  const test = async (): Promise<void> => {
    if (setting === null) return;
    setOutcome('busy');
    const answer = await bridge.mirrorTest({ mirror: setting, secret: secret === '' ? null : secret });
    setOutcome(answer.ok ? { test: answer.value } : { error: answer.error });
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (setting === null || (secret !== '' && keeping === null)) return;
    const answer = await changeBucket({ mirror: setting, secret: secret === '' || keeping === null ? { kind: 'keep' } : { kind: 'replace', secret, keeping } });
    if (!answer.ok) return setOutcome({ error: answer.error });
    edit({ ...setting, secret: '' });
    setKept(answer.value);
    setOutcome('saved');
  };
  const remove = async (): Promise<void> => {
    const answer = await changeBucket({ mirror: null, secret: { kind: 'keep' } });
    setOutcome(answer.ok ? 'removed' : { error: answer.error });
  };
  const field = (name: 'bucket' | 'region' | 'prefix' | 'keyId', label: string, hint: string | null, wrong: string) => (
    <TextField label={label} value={typed[name]} onValueChange={(text) => edit({ [name]: text })} hint={hint} wrong={fits(name) ? null : wrong} maxLength={bucketLengths[name]} />
  );
  return (
    <form className={styles.proxy} onSubmit={(event) => void save(event)}>
      <TextField
        label={say('settings.mirror.endpoint')}
        value={typed.endpoint}
        onValueChange={(endpoint) => edit({ endpoint })}
        placeholder={say('settings.mirror.endpoint-example')}
        wrong={reading.ok ? null : say('settings.mirror.endpoint-wrong')}
        maxLength={bucketLengths.endpoint}
      />
      {field('bucket', say('settings.mirror.bucket'), say('settings.mirror.bucket-hint'), say('settings.mirror.name-wrong'))}
      {field('region', say('settings.mirror.region'), say('settings.mirror.region-hint'), say('settings.mirror.name-wrong'))}
      {field('prefix', say('settings.mirror.prefix'), say('settings.mirror.prefix-hint'), say('settings.mirror.prefix-wrong'))}
      {field('keyId', say('settings.mirror.key-id'), null, say('settings.mirror.key-id-wrong'))}
      <TextField
        type="password"
        label={say('settings.mirror.secret')}
        value={typed.secret}
        onValueChange={(text) => edit({ secret: text })}
        hint={say(`settings.mirror.secret.${kept}`)}
        wrong={bucketPatterns.keyId.test(secret) ? null : say('settings.mirror.secret-wrong')}
        maxLength={bucketLengths.secret}
      />
      {secret !== '' && keyring === 'unavailable' && <KeepingChoice value={keeping} onValueChange={setKeeping} />}
      <div className={styles.asks}>
        <Row name={say('settings.mirror.addressing')} explained={say(`settings.mirror.addressing-${typed.addressing}-explained`)}>
          <SegmentedControl
            label={say('settings.mirror.addressing')}
            value={typed.addressing}
            onValueChange={(addressing) => edit({ addressing })}
            options={(['path', 'host'] as const).map((value) => ({ value, name: say(`settings.mirror.addressing-${value}`) }))}
          />
        </Row>
      </div>
      {!canStandBefore && (
        <p className={textStyles.error} role="alert">
          {say('settings.mirror.addressing-wrong')}
        </p>
      )}
      <OutcomeWords outcome={outcome} />
      <div className={formStyles.actions}>
        {saved !== null && <Button onClick={() => void remove()}>{say('settings.mirror.remove')}</Button>}
        <Button disabled={setting === null || outcome === 'busy'} onClick={() => void test()}>
          {say('settings.mirror.test')}
        </Button>
        <Button variant="solid" submits disabled={setting === null || (secret !== '' && keeping === null)}>
          {say('settings.mirror.save')}
        </Button>
      </div>
    </form>
  );
}

function OutcomeWords({ outcome }: { readonly outcome: Outcome | null }) {
  const say = useWords();
  if (outcome === null || outcome === 'busy') return null;
  if (typeof outcome === 'object' && 'error' in outcome)
    return (
      <p className={textStyles.error} role="alert">
        {errorWords(say, outcome.error)} {outcome.error.detail !== undefined && <span className={textStyles.hint}>({outcome.error.detail})</span>}
      </p>
    );
  const words = (): string => {
    if (typeof outcome === 'string') return say(`settings.mirror.${outcome}`);
    const { states, damaged, refusesToReplace } = outcome.test;
    return sentences(say, [say('settings.mirror.tested', { states: states.length, refuses: refusesToReplace ? 'yes' : 'no' }), damaged.length > 0 && say('settings.mirror.damaged', { count: damaged.length })]);
  };
  return (
    <p className={textStyles.hint} role="status">
      {words()}
    </p>
  );
}
