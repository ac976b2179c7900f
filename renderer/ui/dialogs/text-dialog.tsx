import { useState, type FormEvent } from 'react';
import { TextField } from '../fields/text-field.tsx';
import type { Asked, TextQuestion } from './ask.ts';
import form from '../sheets/form.module.css';
import { Dialog } from './dialog.tsx';
import { FormActions } from './form-actions.tsx';

interface TextDialogProps extends Asked<string> {
  readonly question: TextQuestion;
}

/** Asks for one line of text, such as a name. */
export function TextDialog({ question, ...ends }: TextDialogProps) {
  const { title, description } = question;
  return (
    <Dialog title={title} description={description}>
      <TextForm question={question} {...ends} />
    </Dialog>
  );
}

function TextForm({ question: { label, value = '', longest, confirm, check, save }, close, answer }: TextDialogProps) {
  const [typed, setTyped] = useState(value);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const text = typed.trim();
  const said = check?.(text);
  const isUsable = text !== '' && !said?.wrong && said?.isSame !== true;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isUsable || busy) return;
    setBusy(true);
    const reason = (await save?.(text)) ?? null;
    setBusy(false);
    if (reason === null) answer(text);
    else setRefused(reason);
  };
  return (
    <form className={form.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={label}
        value={typed}
        onValueChange={(next) => {
          setTyped(next);
          setRefused(null);
        }}
        error={said?.wrong ?? refused}
        hint={said?.hint}
        maxLength={longest}
        onFocus={(event) => event.currentTarget.select()}
      />
      <FormActions onCancel={close} confirm={said?.confirm ?? confirm} disabled={!isUsable} />
    </form>
  );
}
