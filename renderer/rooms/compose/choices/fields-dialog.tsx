import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { isKeyOf } from '../../../commands/registry.ts';
import type { Account } from '../../../../shared/account.ts';
import { longestText, readRequestFields, writeRequestFields, type FieldsRead } from '../../../../shared/request/request-fields.ts';
import { selectedAccount, useApp } from '../../../stores/app-store.ts';
import { composeChoices, setFields } from '../../../stores/compose/compose-store.ts';
import { askFields, setAccountFields, useFieldsQuestion, type FieldsQuestion } from '../../../stores/compose/compose-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, useLast } from '../../../ui/dialogs/dialog.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { useWords } from '../../../words/words.ts';
import styles from './fields-dialog.module.css';

const close = (): void => askFields(null);

/** More fields of the request, as JSON: of the next request, or of every request to an account. The app mounts it once. */
export function FieldsDialog() {
  const say = useWords();
  const question = useFieldsQuestion((state) => state.question);
  const shown = useLast(question);
  const account = useApp((facts) => (shown?.kind === 'account' ? (facts.accounts.find(({ id }) => id === shown.accountId) ?? null) : selectedAccount(facts)));
  if (!shown || !account) return null;
  const values = { account: account.name };
  return (
    <Dialog open={question !== null} onClose={close} title={say(`fields.${shown.kind}.title`, values)} description={say(`fields.${shown.kind}.explained`, values)}>
      <FieldsForm key={shown.kind} question={shown} account={account} />
    </Dialog>
  );
}

/** A component of its own, so that closing the dialog discards what was typed. */
function FieldsForm({ question, account }: { readonly question: FieldsQuestion; readonly account: Account }) {
  const say = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => writeRequestFields((question.kind === 'account' ? account.options.fields : composeChoices().fields) ?? {}));
  const read = readRequestFields(text);
  const usual = Object.keys(account.options.fields);
  const save = async (): Promise<void> => {
    if (!read.ok) return goTo(read);
    if (question.kind === 'request') setFields(read.fields);
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
    <form className={styles.form} onSubmit={submit}>
      <TextArea
        code
        ref={field}
        className={styles.text}
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
          <button type="button" className={styles.place} onClick={() => goTo(read)}>
            {say('fields.at', { line: read.line, column: read.column, fault: say(`fields.fault.${read.why}`, { near: read.near }) })}
          </button>
        )}
      </p>
      {question.kind === 'request' && account.kind === 'service' && (
        <p className={styles.usual}>
          {say('fields.usual', { account: account.name, count: usual.length, names: usual.join(', ') })}{' '}
          <Button size="small" onClick={() => askFields({ kind: 'account', accountId: account.id })}>
            {say('fields.change-usual')}
          </Button>
        </p>
      )}
      <div className={styles.actions}>
        <Button size="large" onClick={close}>
          {say('app.cancel')}
        </Button>
        <Button size="large" variant="solid" submits aria-disabled={!read.ok}>
          {say(`fields.${question.kind}.confirm`)}
        </Button>
      </div>
    </form>
  );
}
