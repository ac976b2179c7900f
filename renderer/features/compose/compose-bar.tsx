import { CircleAlert, CornerUpLeft, Layers, Maximize, Sparkle, X } from 'lucide-react';
import type { FormEvent } from 'react';
import { useApp } from '../../stores/app-store.ts';
import { selectedAccount } from '../../stores/app-store.ts';
import { setChoices, submitCompose, useCompose } from '../../stores/compose-store.ts';
import { errorWords, useWords } from '../../stores/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { NumberStepper } from '../../ui/number-stepper.tsx';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { AccountSwitcher } from './account-switcher.tsx';
import styles from './compose-bar.module.css';
import { KeyStrip, hasUsableKey } from './key-strip.tsx';
import { PromptField } from './prompt-field.tsx';
import { qualitySuggestions, sizeSuggestions } from './suggestions.ts';

/** Where every picture begins: a sentence, a few choices, one button. */
export function ComposeBar() {
  const say = useWords();
  const account = useApp(selectedAccount);
  const empty = useCompose(({ prompt }) => prompt.trim() === '');
  const usable = account !== null && hasUsableKey(account);
  useShortcut('submit', () => usable && void submitCompose());

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (usable) void submitCompose();
  };
  return (
    <form className={styles.bar} aria-label={say('compose.form')} onSubmit={submit}>
      <RetryMark />
      <PromptField />
      <div className={styles.choices}>
        <AccountSwitcher />
        <span className={styles.divider} />
        <ChoiceFields />
        <span className={styles.space} />
        <SubmitButton disabled={empty || !usable} />
      </div>
      <KeyStrip account={account} />
      <ErrorStrip />
    </form>
  );
}

function ChoiceFields() {
  const say = useWords();
  const remembered = useApp((facts) => facts.settings.compose);
  const suggestions = useApp((facts) => facts.suggestions);
  const choices = useCompose((state) => state.choices) ?? remembered;
  return (
    <>
      <Combobox
        label={say('compose.model')}
        icon={<Layers size={14} />}
        placeholder={say('compose.model')}
        value={choices.model}
        suggestions={suggestions.models}
        onValueChange={(model) => setChoices({ model })}
      />
      <Combobox
        label={say('compose.size')}
        icon={<Maximize size={13} />}
        placeholder={say('compose.size')}
        value={choices.size}
        suggestions={sizeSuggestions(suggestions.sizes)}
        onValueChange={(size) => setChoices({ size })}
      />
      <Combobox
        label={say('compose.quality')}
        icon={<Sparkle size={13} />}
        placeholder={say('compose.quality')}
        value={choices.quality}
        suggestions={qualitySuggestions(suggestions.qualities)}
        onValueChange={(quality) => setChoices({ quality })}
      />
      <NumberStepper
        label={say('compose.count')}
        more={say('compose.count-more')}
        fewer={say('compose.count-fewer')}
        value={choices.count}
        min={1}
        max={16}
        onValueChange={(count) => setChoices({ count })}
      />
    </>
  );
}

function SubmitButton({ disabled }: { readonly disabled: boolean }) {
  const say = useWords();
  const remembered = useApp((facts) => facts.settings.compose.count);
  const count = useCompose((state) => state.choices?.count) ?? remembered;
  return (
    <Button variant="solid" size="large" submits disabled={disabled} shortcut="submit" className={styles.submit}>
      {say('compose.submit', { count })}
    </Button>
  );
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
