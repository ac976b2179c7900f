import { useId, useMemo, useState, type FormEvent } from 'react';
import type { Account } from '../../../shared/account.ts';
import { expectedPrice, firstUnpriced } from '../../../shared/money/expected-price.ts';
import { noPriceWords, priceWords } from '../../../shared/money/price-words.ts';
import { sentExtras } from '../../../shared/request/sent-extras.ts';
import { choicesOfVariation, mostVariations, valuesOnLines, variedParts, type VariedPart, type Variation } from '../../../shared/request/variations.ts';
import type { GenerationRequest, Task } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { fillVariation, requestToVary, varied } from '../../stores/compose/fill-variation.ts';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormActions } from '../../ui/dialogs/form-actions.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import formStyles from '../../ui/sheets/form.module.css';
import textStyles from '../../ui/sheets/text.module.css';
import { useFormats, useWords } from '../../words/words.ts';
import { useAccount } from './choices/use-choices.ts';
import styles from './vary-dialog.module.css';

interface VaryDialogProps extends Asked {
  /** What made the picture. It has a prompt. */
  readonly task: Task;
}

/** Makes several requests from one: all but one part of it is the same. The form is filled with them; it alone sends. */
export function VaryDialog({ task, close }: VaryDialogProps) {
  const say = useWords();
  const [request] = useState(() => requestToVary(task));
  const isForeign = task.imported !== null && task.imported.form !== 'latent';
  return (
    <Dialog title={say('vary.title')} description={say(isForeign ? 'vary.other-program' : 'vary.explained')}>
      <VaryForm request={request} close={close} />
    </Dialog>
  );
}

interface VaryFormProps {
  readonly request: GenerationRequest;
  readonly close: () => void;
}

/** What the fields begin with, by what changes: the present value, to which others are added. */
function beginning(request: GenerationRequest, part: VariedPart): { readonly name: string; readonly values: string } {
  if (part === 'prompt') return { name: '', values: '' };
  if (part !== 'field') return { name: '', values: withLine(request[part]) };
  const [[name, value] = ['seed', undefined]] = Object.entries(request.fields ?? {});
  return { name, values: value === undefined ? '' : withLine(typeof value === 'string' ? value : JSON.stringify(value)) };
}

const withLine = (value: string): string => (value === '' ? '' : `${value}\n`);

function VaryForm({ request, close }: VaryFormProps) {
  const say = useWords();
  const account = useAccount();
  const label = useId();
  const [part, setPart] = useState<VariedPart>('prompt');
  const [{ name, values }, setTyped] = useState(() => beginning(request, part));
  const [tried, setTried] = useState(false);
  const variation = useMemo((): Variation => ({ part, name, values: valuesOnLines(values) }), [part, name, values]);
  const plainBraces = useApp((facts) => facts.settings.plainBraces);
  const made = useMemo(() => varied(request, variation, plainBraces), [request, variation, plainBraces]);
  const fault = typeof made === 'string' ? made : null;
  const isOfName = fault === 'not-there' || fault === 'name' || fault === 'own';
  const choose = (next: VariedPart): void => {
    setPart(next);
    setTyped(beginning(request, next));
    setTried(false);
  };
  /** The present words are the first value, until something else is written there. */
  const rename = (next: string): void => {
    const [first = '', ...others] = values.split('\n');
    const isTheirs = part === 'prompt' && first === name.trim();
    setTyped({ name: next, values: isTheirs ? [next.trim(), ...(others.length > 0 || next.trim() === '' ? others : [''])].join('\n') : values });
  };
  /** No key that sends does it, because a second press of that key would be in the form already, and buy. */
  const fill = (): void => {
    setTried(true);
    if (fault !== null) return;
    close();
    fillVariation(request, variation);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    fill();
  };
  return (
    <form className={formStyles.form} onSubmit={submit}>
      <div>
        <p className={textStyles.label}>{say('vary.prompt')}</p>
        <p className={styles.prompt} dir="auto">
          {request.prompt}
        </p>
      </div>
      <div className={styles.part}>
        <span id={label} className={textStyles.label} aria-hidden>
          {say('vary.part')}
        </span>
        <Select label={say('vary.part')} value={part} onValueChange={choose} options={variedParts.map((each) => ({ value: each, name: say(`vary.part.${each}`) }))} />
      </div>
      {part === 'prompt' && <TextField label={say('vary.words')} value={name} onValueChange={rename} hint={say('vary.words-hint')} error={fault === 'not-there' ? say('vary.fault.not-there') : null} />}
      {part === 'field' && <TextField label={say('vary.field')} value={name} onValueChange={rename} hint={say('vary.field-hint')} error={fault === 'own' || (fault === 'name' && tried) ? say(`vary.fault.${fault}`) : null} />}
      <TextArea label={say('vary.values')} value={values} rows={4} dir="auto" onValueChange={(next) => setTyped({ name, values: next })} />
      <p role="status" className={styles.fault}>
        {fault !== null && !isOfName && (fault !== 'no-values' || tried) && say(`vary.fault.${fault}`, { most: mostVariations })}
      </p>
      <FormActions onCancel={close} confirm={say(part === 'field' ? 'vary.open-list' : 'vary.fill')} aria-disabled={fault !== null}>
        <div role="status" className={styles.outcome}>{typeof made !== 'string' && account && <Outcome request={request} variation={variation} made={made} account={account} />}</div>
      </FormActions>
    </form>
  );
}

interface OutcomeProps {
  readonly request: GenerationRequest;
  readonly variation: Variation;
  readonly made: readonly GenerationRequest[];
  readonly account: Account;
}

/** How many tasks there would be, with which account, and what they are expected to cost. */
function Outcome({ request, variation, made, account }: OutcomeProps) {
  const say = useWords();
  const formats = useFormats();
  const [prices, accounts] = [useApp((facts) => facts.prices), useApp((facts) => facts.accounts)];
  const price = useMemo(() => {
    const extras = sentExtras(account, choicesOfVariation(request, variation));
    const sent = made.map((each) => ({ ...each, ...extras, ...(each.fields && { fields: { ...extras.fields, ...each.fields } }) }));
    const expected = expectedPrice(sent.map((each) => ({ accountId: account.id, request: each, count: 1 })), { prices, accounts });
    const missing = firstUnpriced(account.id, sent, { prices, accounts });
    if (expected) return priceWords(say, formats, expected);
    return missing ? noPriceWords(say, account.id, missing, { prices, accounts }) : null;
  }, [request, variation, made, account, prices, accounts, say, formats]);
  return (
    <>
      <p>{say('vary.tasks', { count: made.length, account: account.name })}</p>
      {price !== null && <p className={textStyles.soft}>{say('vary.price', { price })}</p>}
    </>
  );
}
