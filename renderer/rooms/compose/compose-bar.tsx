import { CircleAlert, CornerUpLeft, KeyRound, Layers, Maximize, Sparkle, X } from 'lucide-react';
import { useMemo, type MouseEvent } from 'react';
import type { Account } from '../../../shared/account.ts';
import { mostInBatch } from '../../../shared/batch.ts';
import { countLimits } from '../../../shared/count-limits.ts';
import type { ComposeChoices } from '../../../shared/settings.ts';
import { selectedAccount, useApp } from '../../stores/app-store.ts';
import { checkRequest, refusedSize, type Complaint } from '../../stores/compose/compose-checks.ts';
import { choicesIn, countIn, focusPrompt, setCount, setValues, submitCompose, useCompose } from '../../stores/compose/compose-store.ts';
import { combinations, fieldValues } from '../../stores/compose/matrix.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { goTo } from '../../stores/view-store.ts';
import { errorWords, useWords } from '../../words/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { ConsoleLink } from '../../parts/tasks/console-link.tsx';
import { AccountSwitcher } from './account-switcher.tsx';
import styles from './compose-bar.module.css';
import { PromptField } from './prompt-field.tsx';
import { TemplateLine, usePromptCount } from './template-line.tsx';

/** Id of the element that describes what is wrong in the fields. */
const complaintId = 'compose-complaint';

/** The compose bar: a prompt, a few choices, one button. */
export function ComposeBar() {
  const say = useWords();
  const account = useApp(selectedAccount);
  // A held key submits once.
  useShortcut('submit', (event) => !event.repeat && void submitCompose());
  const complaint = useComplaint(account);
  return (
    // Enter in a field sends nothing.
    <form className={styles.bar} aria-label={say('compose.form')} onSubmit={(event) => event.preventDefault()}>
      <RetryMark />
      <PromptField />
      <TemplateLine />
      <div className={styles.choices}>
        <AccountSwitcher />
        <span className={styles.divider} />
        <ChoiceFields complaint={complaint} />
        <span className={styles.space} />
        <SubmitButton account={account} complaint={complaint} />
      </div>
      {complaint && (
        <div className={styles.strip} role="status">
          <CircleAlert size={15} className={complaint.blocks ? styles.bad : styles.caution} />
          <p id={complaintId}>{say(complaint.words, complaint.values)}</p>
        </div>
      )}
      <KeyStrip account={account} />
      <ErrorStrip />
    </form>
  );
}

function useCount(): number | null {
  const facts = useApp((all) => all);
  return useCompose((state) => countIn(state, facts));
}

function useChoices(): ComposeChoices {
  const facts = useApp((all) => all);
  return useCompose((state) => choicesIn(state, facts));
}

function useComplaint(account: Account | null): Complaint | null {
  const choices = useChoices();
  const count = useCount();
  // Selects only the answer, because with thousands of tasks in flight the tasks change several times a second.
  const refused = useTasks(({ tasks }) => account && refusedSize(tasks.values(), account, choices));
  return useMemo(() => {
    if (!account) return null;
    const found = checkRequest(account, choices, count);
    if (found || refused === null) return found;
    return { field: 'size', words: 'compose.size-refused', values: { account: account.name, size: refused }, blocks: false };
  }, [account, choices, count, refused]);
}

const fields = [
  { field: 'model', Icon: Layers, used: 'models', usual: [] },
  { field: 'size', Icon: Maximize, used: 'sizes', usual: ['1024x1024', '1536x1024', '1024x1536', 'auto'] },
  { field: 'quality', Icon: Sparkle, used: 'qualities', usual: ['low', 'medium', 'high', 'auto'] },
] as const;

function ChoiceFields({ complaint }: { readonly complaint: Complaint | null }) {
  const say = useWords();
  const suggestions = useApp((facts) => facts.suggestions);
  const choices = useChoices();
  const count = useCount();
  const complaintIn = (field: Complaint['field']) => (complaint?.field === field ? { complaint: complaintId, blocks: complaint.blocks } : {});
  return (
    <>
      {fields.map(({ field, Icon, used, usual }) => (
        <Combobox
          key={field}
          label={say(`compose.${field}`)}
          icon={<Icon size={14} />}
          placeholder={say(`compose.${field}`)}
          values={fieldValues(choices, field)}
          // Values used before, then the usual ones of such services. Any other text is accepted, too.
          suggestions={[...new Set([...suggestions[used].filter((value) => value !== ''), ...usual])]}
          {...complaintIn(field)}
          onValuesChange={(values) => setValues(field, values)}
        />
      ))}
      <NumberField
        compact
        label={say('compose.count')}
        more={say('compose.count-more')}
        fewer={say('compose.count-fewer')}
        value={count}
        {...countLimits}
        complaint={complaintId}
        onValueChange={setCount}
      />
    </>
  );
}

/** While it cannot submit, it says why. */
function SubmitButton({ account, complaint }: { readonly account: Account | null; readonly complaint: Complaint | null }) {
  const say = useWords();
  const empty = useCompose(({ prompt }) => prompt.trim() === '');
  const choices = useChoices();
  const prompts = usePromptCount();
  const count = (useCount() ?? 1) * combinations(choices) * prompts;
  const why = whyNot();
  const press = (event: MouseEvent): void => {
    // The next text replaces the prompt. After a key press, the focus stays, because the key may still be held.
    if (event.detail > 0) focusPrompt();
    void submitCompose();
  };
  return (
    <Button
      variant="solid"
      size="large"
      aria-disabled={why !== null}
      title={why ?? undefined}
      aria-description={why ?? undefined}
      shortcut="submit"
      className={styles.submit}
      onClick={press}
    >
      {say('compose.submit', { count: complaint?.field === 'count' || count < 1 || count > mostInBatch ? 1 : count })}
    </Button>
  );

  function whyNot(): string | null {
    if (!account) return say('compose.no-account');
    if (account.key.status !== 'present') return say('compose.no-key');
    if (complaint?.blocks) return say(complaint.words, complaint.values);
    if (empty) return say('compose.no-prompt');
    if (prompts === 0) return say('templates.not-ready');
    return count > mostInBatch ? say('templates.not-sent.too-many', { most: mostInBatch }) : null;
  }
}

function RetryMark() {
  const say = useWords();
  const retrying = useCompose((state) => state.retryOf !== null);
  if (!retrying) return null;
  return (
    <div className={styles.retry}>
      <CornerUpLeft size={13} />
      {say('compose.trying-again')}
      <IconButton label={say('compose.forget-retry')} className={styles.forget} onClick={() => useCompose.setState({ retryOf: null })}>
        <X size={13} />
      </IconButton>
    </div>
  );
}

/** Says why nothing can be sent with this account, and leads to where that can be fixed. */
function KeyStrip({ account }: { readonly account: Account | null }) {
  const say = useWords();
  if (account?.key.status === 'present') return null;
  const lastFour = account?.key.status === 'refused' && account.key.lastFour !== '' ? account.key.lastFour : 'none';
  return (
    <div className={styles.strip} role="status">
      <KeyRound size={15} className={styles.caution} />
      <p>{account ? say(`compose.key-${account.key.status}`, { account: account.name, lastFour }) : say('compose.no-account')}</p>
      {account && (
        <ConsoleLink accountId={account.id} which="key">
          {say('settings.console.open-key')}
        </ConsoleLink>
      )}
      <Button size="small" onClick={() => goTo('settings')}>
        {say('compose.open-settings')}
      </Button>
    </div>
  );
}

function ErrorStrip() {
  const say = useWords();
  const error = useCompose((state) => state.error);
  if (!error) return null;
  return (
    <div className={styles.strip} role="alert">
      <CircleAlert size={15} className={styles.bad} />
      <p>{errorWords(say, error)}</p>
    </div>
  );
}
