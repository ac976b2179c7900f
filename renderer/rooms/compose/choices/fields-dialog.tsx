import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { isKeyOf } from '../../../commands/registry.ts';
import type { Account } from '../../../../shared/account.ts';
import type { AccountId } from '../../../../shared/task.ts';
import { longestText, readRequestFields, writeRequestFields, type FieldsRead } from '../../../../shared/request/request-fields.ts';
import { selectedAccount, useApp } from '../../../stores/app-store.ts';
import { composeChoices, setFields } from '../../../stores/compose/compose-store.ts';
import { setAccountFields } from '../../../stores/compose/compose-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { ask, type Asked } from '../../../ui/dialogs/ask.ts';
import { NothingToAsk } from '../../../ui/dialogs/dialog-host.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FormActions } from '../../../ui/dialogs/form-actions.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { useWords } from '../../../words/words.ts';
import styles from './choices.module.css';
import textStyles from '../../../ui/sheets/text.module.css';
import controlStyles from '../../../ui/sheets/control.module.css';
import columnStyles from '../../../ui/sheets/column.module.css';
import { series } from '../../../../shared/words/in-a-row.ts';

interface FieldsDialogProps extends Asked {
  /** The account whose every request has these fields. Null: they are those of the next request. */
  readonly accountId: AccountId | null;
}

/** More fields of the request, as JSON: of the next request, or of every request to an account. */
export function FieldsDialog({ accountId, close }: FieldsDialogProps) {
  const say = useWords();
  const account = useApp((facts) => (accountId === null ? selectedAccount(facts) : (facts.accounts.find(({ id }) => id === accountId) ?? null)));
  if (!account) return <NothingToAsk close={close} />;
  const values = { account: account.name };
  const kind = accountId === null ? 'request' : 'account';
  return (
    <Dialog title={say(`fields.${kind}.title`, values)} description={say(`fields.${kind}.explained`, values)}>
      <FieldsForm kind={kind} account={account} close={close} />
    </Dialog>
  );
}

interface FieldsFormProps {
  readonly kind: 'request' | 'account';
  readonly account: Account;
  readonly close: () => void;
}

function FieldsForm({ kind, account, close }: FieldsFormProps) {
  const say = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => writeRequestFields((kind === 'account' ? account.options.fields : composeChoices().fields) ?? {}));
  const read = readRequestFields(text);
  const usual = Object.keys(account.options.fields);
  const save = async (): Promise<void> => {
    if (!read.ok) return goTo(read);
    if (kind === 'request') setFields(read.fields);
    else if (!(await setAccountFields(account, read.fields))) return;
    close();
  };
  /** Puts the caret where the fault is. */
  const goTo = ({ offset, near }: Extract<FieldsRead, { ok: false }>): void => {
    field.current?.focus();
    field.current?.setSelectionRange(offset, offset + near.length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isKeyOf('submit', 'compose', event)) return;
    event.preventDefault();
    void save();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <form className={columnStyles.column} onSubmit={submit}>
      <TextArea
        code
        ref={field}
        value={text}
        rows={8}
        maxLength={longestText}
        spellCheck={false}
        aria-label={say('fields.label')}
        aria-invalid={!read.ok || undefined}
        aria-describedby="fields-fault"
        placeholder={say('fields.example', { open: '{', close: '}' })}
        onValueChange={setText}
        onKeyDown={onKeyDown}
      />
      <p id="fields-fault" role="status" className={styles.fault}>
        {!read.ok && (
          <button type="button" className={classes(controlStyles.bare, textStyles.error)} onClick={() => goTo(read)}>
            {say('fields.at', { line: read.line, column: read.column, fault: say(`fields.fault.${read.why}`, { near: read.near }) })}
          </button>
        )}
      </p>
      {kind === 'request' && account.kind === 'service' && (
        <p className={textStyles.soft}>
          {say('fields.usual', { account: account.name, count: usual.length, names: series(say, usual) })}{' '}
          <Button size="small" onClick={() => void ask('fields', { accountId: account.id })}>
            {say('fields.change-usual')}
          </Button>
        </p>
      )}
      <FormActions onCancel={close} confirm={say(`fields.${kind}.confirm`)} aria-disabled={!read.ok} />
    </form>
  );
}
