import { useId, useState, type FormEvent, type RefObject } from 'react';
import { submitByKey } from '../../commands/submit-by-key.ts';
import type { AppError } from '../../../shared/errors.ts';
import { savedPromptLimits } from '../../../shared/input-limits.ts';
import { longestPrompt } from '../../../shared/request/request-checks.ts';
import { snippetWord } from '../../../shared/prompts/snippets.ts';
import type { SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import { settingsNow } from '../../stores/compose/compose-store.ts';
import { leaveForm, type PromptDraft } from '../../stores/prompts/prompts-dialog-store.ts';
import { foldersOf, savePrompt, useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import { FormActions } from '../../ui/dialogs/form-actions.tsx';
import form from '../../ui/sheets/form.module.css';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { errorWords, useWords } from '../../words/words.ts';
import styles from './prompts.module.css';
import { settingsWords } from './prompt-entries.ts';
import textStyles from '../../ui/sheets/text.module.css';
import { PreviewField } from './preview-field.tsx';

interface PromptFormProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly draft: PromptDraft;
}

const none: readonly SavedPrompt[] = [];

/** Everything about one saved prompt. */
export function PromptForm({ ref, draft }: PromptFormProps) {
  const say = useWords();
  const lists = useId();
  const saved = useSavedPrompts(({ prompts }) => prompts) ?? none;
  const [typed, setTyped] = useState({ ...draft.prompt, snippet: draft.prompt.snippet ?? '' });
  const [withChoices, setWithChoices] = useState(draft.withChoices);
  const [choices] = useState(() => draft.prompt.choices ?? settingsNow());
  const [error, setError] = useState<AppError | null>(null);
  const set = (changed: Partial<typeof typed>): void => {
    setTyped((before) => ({ ...before, ...changed }));
    setError(null);
  };
  const [title, prompt, folder] = [typed.title.trim(), typed.prompt.trim(), typed.folder.trim()];
  const snippet = prompt === '' ? '' : typed.snippet.trim().replace(/^\//, '').toLowerCase();
  const taker = saved.find((other) => other.snippet === snippet && other.id !== typed.id);
  const wrong = snippet === '' ? null : !snippetWord.test(snippet) ? say('prompts.form.snippet-wrong') : taker ? say('prompts.form.snippet-taken', { title: taker.title }) : null;
  const same = draft.isNew && prompt !== '' ? saved.find((other) => other.prompt === prompt) : undefined;
  /** New settings take the place of those with the same title. */
  const replaced = draft.isNew && prompt === '' ? saved.find((other) => other.prompt === '' && other.title === title && other.folder === folder) : undefined;
  const incomplete = title === '' || (prompt === '' && !withChoices) || wrong !== null;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (incomplete) return;
    const outcome = await savePrompt({ ...typed, id: replaced?.id ?? typed.id, title, prompt, folder, snippet: snippet === '' ? null : snippet, choices: withChoices ? choices : null });
    if (typeof outcome === 'object') setError(outcome);
    else leaveForm();
  };
  return (
    <form className={form.form} onSubmit={(event) => void save(event)}>
      <TextField ref={ref} label={say('prompts.form.title')} value={typed.title} onValueChange={(value) => set({ title: value })} maxLength={savedPromptLimits.title} dir="auto" onFocus={(event) => event.currentTarget.select()} />
      <TextArea
        label={say('prompts.form.prompt')}
        className={styles.text}
        dir="auto"
        rows={draft.prompt.prompt === '' ? 2 : 5}
        maxLength={longestPrompt}
        value={typed.prompt}
        onValueChange={(value) => set({ prompt: value })}
        onKeyDown={submitByKey}
      />
      {prompt === '' && <p className={textStyles.hint}>{say(replaced ? 'prompts.form.replaces' : 'prompts.form.no-text')}</p>}
      {same && <p className={textStyles.hint}>{say('prompts.form.is-saved', { title: same.title })}</p>}
      <div className={styles.pair}>
        <TextField label={say('prompts.form.folder')} hint={say('prompts.form.folder-hint')} list={lists} value={typed.folder} onValueChange={(value) => set({ folder: value })} maxLength={savedPromptLimits.folder} />
        <TextField
          label={say('prompts.form.snippet')}
          hint={say('prompts.form.snippet-hint', { word: snippet === '' || wrong !== null ? 'word' : snippet })}
          error={wrong}
          disabled={prompt === ''}
          value={typed.snippet}
          onValueChange={(value) => set({ snippet: value })}
          maxLength={savedPromptLimits.snippet + 1}
        />
      </div>
      <datalist id={lists}>
        {foldersOf(saved).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <PreviewField prompt={draft.prompt.prompt} imageId={typed.imageId} offersFirst={draft.isNew && draft.prompt.imageId === null} onChange={(imageId) => set({ imageId })} />
      <Checkbox checked={withChoices} onCheckedChange={setWithChoices}>
        {say('prompts.form.choices', { choices: settingsWords(say, choices) })}
      </Checkbox>
      {error && (
        <p className={textStyles.error} role="alert">
          {errorWords(say, error)}
        </p>
      )}
      <FormActions onCancel={leaveForm} confirm={say('prompts.form.save')} disabled={incomplete} />
    </form>
  );
}
