import { useState, type FormEvent } from 'react';
import type { Account, ReferenceField } from '../../../../shared/account.ts';
import { isOwnField, longestFieldName } from '../../../../shared/request/request-fields.ts';
import { changeMoney } from '../../../stores/accounts/change-money.ts';
import { useApp } from '../../../stores/app-store.ts';
import { askReferenceField, useReferences } from '../../../stores/compose/compose-references.ts';
import { Button } from '../../../ui/button.tsx';
import form from '../../../ui/dialogs/dialog-form.module.css';
import { Dialog, useLast } from '../../../ui/dialogs/dialog.tsx';
import field from '../../../ui/fields/field.module.css';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useWords } from '../../../words/words.ts';
import styles from './reference-dialog.module.css';

const close = (): void => askReferenceField(null);

/** Whether and how requests to an account refer to pictures. The app mounts it once. */
export function ReferenceDialog() {
  const say = useWords();
  const asked = useReferences((state) => state.asked);
  const shown = useLast(asked);
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === shown));
  if (!account) return null;
  return (
    <Dialog open={asked !== null} onClose={close} title={say('references.setting.title', { account: account.name })} description={say('references.setting.explained')}>
      <ReferenceForm account={account} />
    </Dialog>
  );
}

type Takes = 'off' | ReferenceField['form'];
const takesWhat: readonly Takes[] = ['off', 'data-url', 'address'];
const holdsWhat = ['one', 'several'] as const;

/** A component of its own, so that closing the dialog discards what was typed. */
function ReferenceForm({ account }: { readonly account: Account }) {
  const say = useWords();
  const { references, fields } = account.options;
  const [takes, setTakes] = useState<Takes>(references?.form ?? 'off');
  const [name, setName] = useState(references?.name ?? '');
  const [several, setSeveral] = useState(references?.several ?? false);
  const [saving, setSaving] = useState(false);
  const written = name.trim();
  const fault = isOwnField(written) ? 'name-own' : Object.hasOwn(fields, written) ? 'name-twice' : null;
  const ready = takes === 'off' || (written !== '' && fault === null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready || saving) return;
    setSaving(true);
    const chosen = takes === 'off' ? null : { name: written, form: takes, several };
    const done = await changeMoney(account.id, { options: { references: chosen } }, say('references.setting.did', { account: account.name }));
    setSaving(false);
    if (done) close();
  };
  return (
    <form className={form.form} onSubmit={(event) => void submit(event)}>
      <div className={styles.choice}>
        <span className={field.label}>{say('references.setting.takes')}</span>
        <SegmentedControl label={say('references.setting.takes')} value={takes} onValueChange={setTakes} options={takesWhat.map((value) => ({ value, name: say(`references.setting.${value}`) }))} />
        <p className={styles.explained}>{say(`references.setting.${takes}-explained`)}</p>
      </div>
      {takes !== 'off' && (
        <>
          <TextField
            label={say('references.setting.name')}
            hint={say('references.setting.name-hint')}
            value={name}
            maxLength={longestFieldName}
            error={fault && say(`references.setting.${fault}`, { name: written })}
            onValueChange={setName}
          />
          <div className={styles.choice}>
            <span className={field.label}>{say('references.setting.holds')}</span>
            <SegmentedControl
              label={say('references.setting.holds')}
              value={several ? 'several' : 'one'}
              onValueChange={(value) => setSeveral(value === 'several')}
              options={holdsWhat.map((value) => ({ value, name: say(`references.setting.${value}`) }))}
            />
          </div>
        </>
      )}
      <div className={form.actions}>
        <Button size="large" onClick={close}>
          {say('app.cancel')}
        </Button>
        <Button size="large" variant="solid" submits disabled={!ready || saving}>
          {say('references.setting.save')}
        </Button>
      </div>
    </form>
  );
}
