import { useState, type FormEvent } from 'react';
import type { Account } from '../../../../shared/account.ts';
import type { AssistantBudget } from '../../../../shared/assistant-schema.ts';
import { readAmount } from '../../../../shared/money/amount.ts';
import type { Settings } from '../../../../shared/settings.ts';
import { bridge } from '../../../bridge.ts';
import { useAssistantAllowance } from '../../../stores/accounts/assistant-allowance.ts';
import { useApp } from '../../../stores/app-store.ts';
import { useCommandOnPath } from '../../../stores/command-on-path.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/clipboard.ts';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { amountWords } from '../../../../shared/words/amounts.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import styles from './sections.module.css';
import formStyles from '../../../ui/sheets/form.module.css';
import { Row, Rows } from '../fields/settings-row.tsx';

const update = (change: Partial<Settings>) => notifyIfFailed(bridge.settingsUpdate(change));

/** What clients of MCP read. */
function configurationOf([command, ...args]: readonly string[]): string {
  return JSON.stringify({ mcpServers: { latent: { command, args: [...args, 'mcp'] } } }, null, 2);
}

/** Which account assistants may use, what they may spend with it, and how one is connected. */
export function AssistantsSection() {
  const say = useWords();
  const saved = useApp((facts) => facts.settings.assistants);
  const accounts = useApp((facts) => facts.accounts).filter(({ kind, removed }) => kind === 'service' && !removed);
  /** An account that is chosen only opens the form. Nothing is allowed until that is saved. */
  const [opened, setOpened] = useState<string | null>(null);
  const account = accounts.find(({ id }) => id === (opened ?? saved?.accountId));
  const choose = (next: string): void => {
    setOpened(next === '' ? null : next);
    if (next === '' && saved !== null) void update({ assistants: null });
  };
  return (
    <>
      <Rows>
        <Row name={say('settings.assistants.account')} explained={say('settings.assistants.account-explained')}>
          <Select label={say('settings.assistants.account')} value={account?.id ?? ''} onValueChange={choose} options={[{ value: '', name: say('settings.assistants.none') }, ...accounts.map(({ id, name }) => ({ value: id, name }))]} />
        </Row>
        {saved !== null && account?.id === saved.accountId && <SpentToday account={account} budget={saved} />}
      </Rows>
      {account && <BudgetForm key={account.id} account={account} saved={saved?.accountId === account.id ? saved : null} />}
      <Rows>
        <Row wide name={say('settings.assistants.connect')} explained={say('settings.assistants.connect-explained')}>
          <Configuration />
        </Row>
      </Rows>
    </>
  );
}

/** What is put into an assistant's configuration, if there is something for it to start. */
function Configuration() {
  const say = useWords();
  const command = useApp((facts) => facts.command);
  const onPath = useCommandOnPath();
  if (command === null) return <p>{say('settings.assistants.not-here')}</p>;
  if (onPath !== null && (onPath.is === 'absent' || onPath.is === 'foreign') && onPath.place === command[0]) return <p>{say('settings.assistants.install-first')}</p>;
  const configuration = configurationOf(command);
  return (
    <div className={styles.configuration}>
      <pre className={styles.path}>{configuration}</pre>
      <Button onClick={() => copyText(configuration, 'settings.assistants.copied')}>{say('settings.assistants.copy')}</Button>
    </div>
  );
}

function SpentToday({ account: { options }, budget }: { readonly account: Account; readonly budget: AssistantBudget }) {
  const say = useWords();
  const formats = useFormats();
  const allowance = useAssistantAllowance(budget);
  const words = (amount: string): string => amountWords(say, formats, amount, options.unit);
  return (
    <Row name={say('settings.assistants.spent')} explained={say('settings.assistants.spent-explained', { held: allowance?.held ?? 0 })}>
      {allowance && say('settings.assistants.spent-of', { spent: words(allowance.spent), limit: words(allowance.perDay) })}
    </Row>
  );
}

/** `saved`: null if assistants may not use the account yet. */
function BudgetForm({ account, saved }: { readonly account: Account; readonly saved: AssistantBudget | null }) {
  const say = useWords();
  const { unit } = account.options;
  const [typed, setTyped] = useState({ perCall: saved?.perCall ?? '', perDay: saved?.perDay ?? '' });
  const [asks, setAsks] = useState<AssistantBudget['asks']>(saved?.asks ?? 'latent');
  const [perCall, perDay] = [readAmount(typed.perCall), readAmount(typed.perDay)];
  const next = perCall === null || perDay === null ? null : { accountId: account.id, perCall, perDay, asks };
  const isSaved = next !== null && saved !== null && next.perCall === saved.perCall && next.perDay === saved.perDay && next.asks === saved.asks;
  const wrong = (limit: keyof typeof typed): string | null => (readAmount(typed[limit]) === null ? say('settings.assistants.wrong', { text: typed[limit].trim() }) : null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (next !== null && !isSaved) void update({ assistants: next });
  };
  return (
    <form className={styles.proxy} onSubmit={submit}>
      <TextField label={say('settings.assistants.per-call', { unit })} value={typed.perCall} onValueChange={(text) => setTyped({ ...typed, perCall: text })} wrong={wrong('perCall')} inputMode="decimal" maxLength={64} />
      <TextField
        label={say('settings.assistants.per-day', { unit })}
        value={typed.perDay}
        onValueChange={(text) => setTyped({ ...typed, perDay: text })}
        wrong={wrong('perDay')}
        hint={say('settings.assistants.per-day-hint')}
        inputMode="decimal"
        maxLength={64}
      />
      <div className={styles.asks}>
        <Row name={say('settings.assistants.asks')} explained={say(`settings.assistants.asks-${asks}-explained`)}>
          <SegmentedControl
            label={say('settings.assistants.asks')}
            value={asks}
            onValueChange={setAsks}
            options={(['latent', 'assistant'] as const).map((value) => ({ value, name: say(`settings.assistants.asks-${value}`) }))}
          />
        </Row>
      </div>
      <div className={formStyles.actions}>
        <Button variant="solid" submits disabled={next === null || isSaved}>
          {say('settings.assistants.allow')}
        </Button>
      </div>
    </form>
  );
}
