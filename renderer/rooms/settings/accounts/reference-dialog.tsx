import { useState, type FormEvent } from 'react';
import type { Account, ReferenceField } from '../../../../shared/account.ts';
import type { AccountId } from '../../../../shared/task.ts';
import { isOwnField, longestFieldName } from '../../../../shared/request/request-fields.ts';
import { changeMoney } from '../../../stores/accounts/change-money.ts';
import { useApp } from '../../../stores/app-store.ts';
import form from '../../../ui/sheets/form.module.css';
import type { Asked } from '../../../ui/dialogs/ask.ts';
import { NothingToAsk } from '../../../ui/dialogs/dialog-host.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FormActions } from '../../../ui/dialogs/form-actions.tsx';
import textStyles from '../../../ui/sheets/text.module.css';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useWords } from '../../../words/words.ts';
import styles from './accounts.module.css';

interface ReferenceDialogProps extends Asked {
  readonly accountId: AccountId;
}

/** Whether and how requests to an account refer to pictures. */
export function ReferenceDialog({ accountId, close }: ReferenceDialogProps) {
  const say = useWords();
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === accountId));
  if (!account) return <NothingToAsk close={close} />;
  return (
    <Dialog title={say('references.setting.title', { account: account.name })} description={say('references.setting.explained')}>
      <ReferenceForm account={account} close={close} />
    </Dialog>
  );
}

type Takes = 'off' | ReferenceField['form'];
const takesWhat: readonly Takes[] = ['off', 'data-url', 'address'];
const containsWhat = ['one', 'several'] as const;

function ReferenceForm({ account, close }: { readonly account: Account; readonly close: () => void }) {
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
        <span className={textStyles.label}>{say('references.setting.takes')}</span>
        <SegmentedControl label={say('references.setting.takes')} value={takes} onValueChange={setTakes} options={takesWhat.map((value) => ({ value, name: say(`references.setting.${value}`) }))} />
        <p className={textStyles.soft}>{say(`references.setting.${takes}-explained`)}</p>
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
            <span className={textStyles.label}>{say('references.setting.contains')}</span>
            <SegmentedControl
              label={say('references.setting.contains')}
              value={several ? 'several' : 'one'}
              onValueChange={(value) => setSeveral(value === 'several')}
              options={containsWhat.map((value) => ({ value, name: say(`references.setting.${value}`) }))}
            />
          </div>
        </>
      )}
      <FormActions onCancel={close} confirm={say('references.setting.save')} disabled={!ready || saving} />
    </form>
  );
}
