import { useState, type FormEvent } from 'react';
import { longestRepeatHours, type Account } from '../../../../shared/account.ts';
import type { AccountId } from '../../../../shared/task.ts';
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

interface RepeatsDialogProps extends Asked {
  readonly accountId: AccountId;
}

/** Whether an account's service honours an `Idempotency-Key`, and whether it lists its tasks. */
export function RepeatsDialog({ accountId, close }: RepeatsDialogProps) {
  const say = useWords();
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === accountId));
  if (!account) return <NothingToAsk close={close} />;
  return (
    <Dialog title={say('repeats.title', { account: account.name })} description={say('repeats.explained')}>
      <RepeatsForm account={account} close={close} />
    </Dialog>
  );
}

const choices = ['off', 'on'] as const;
type Choice = (typeof choices)[number];

/** Hours that services remember a key for, if they say nothing else (answers-in-the-wild). */
const usualHours = 24;

function RepeatsForm({ account, close }: { readonly account: Account; readonly close: () => void }) {
  const say = useWords();
  const { repeats, listsTasks } = account.options;
  const [again, setAgain] = useState<Choice>(repeats === null ? 'off' : 'on');
  const [typed, setTyped] = useState(String(repeats?.hours ?? usualHours));
  const [lists, setLists] = useState<Choice>(listsTasks ? 'on' : 'off');
  const [saving, setSaving] = useState(false);
  const hours = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0;
  const ready = again === 'off' || (hours >= 1 && hours <= longestRepeatHours);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready || saving) return;
    setSaving(true);
    const done = await changeMoney(account.id, { options: { repeats: again === 'on' ? { hours } : null, listsTasks: lists === 'on' } }, say('repeats.did', { account: account.name }));
    setSaving(false);
    if (done) close();
  };
  return (
    <form className={form.form} onSubmit={(event) => void submit(event)}>
      <Choices words="repeats.again" value={again} onChange={setAgain} />
      {again === 'on' && (
        <TextField
          label={say('repeats.hours')}
          hint={say('repeats.hours-hint')}
          value={typed}
          maxLength={4}
          error={ready ? null : say('repeats.hours-wrong', { min: 1, max: longestRepeatHours })}
          onValueChange={setTyped}
        />
      )}
      {/* Of a free task, nobody needs to find the ID. */}
      {account.kind === 'service' && <Choices words="repeats.lists" value={lists} onChange={setLists} />}
      <FormActions onCancel={close} confirm={say('repeats.save')} disabled={!ready || saving} />
    </form>
  );
}

interface ChoicesProps {
  readonly words: 'repeats.again' | 'repeats.lists';
  readonly value: Choice;
  readonly onChange: (value: Choice) => void;
}

function Choices({ words, value, onChange }: ChoicesProps) {
  const say = useWords();
  return (
    <div className={styles.choice}>
      <span className={textStyles.label}>{say(words)}</span>
      <SegmentedControl label={say(words)} value={value} onValueChange={onChange} options={choices.map((choice) => ({ value: choice, name: say(`${words}.${choice}`) }))} />
      <p className={textStyles.soft}>{say(`${words}.${value}-explained`)}</p>
    </div>
  );
}
