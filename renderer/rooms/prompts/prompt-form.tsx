import { useId, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import { isKeyOf } from '../../commands/registry.ts';
import type { AppError } from '../../../shared/errors.ts';
import { savedPromptLimits } from '../../../shared/input-limits.ts';
import { longestPrompt } from '../../../shared/request/request-checks.ts';
import type { ComposeChoices } from '../../../shared/settings.ts';
import { snippetWord } from '../../../shared/prompts/snippets.ts';
import type { SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import { composeChoices } from '../../stores/compose/compose-store.ts';
import { written } from '../../stores/compose/compose-matrix.ts';
import { leaveForm, type PromptDraft } from '../../stores/prompts/prompts-dialog-store.ts';
import { foldersOf, savePrompt, useSavedPrompts } from '../../stores/prompts/saved-prompts.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/dialogs/dialog-form.module.css';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { errorWords, useWords } from '../../words/words.ts';
import styles from './prompt-form.module.css';
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
  const [choices] = useState(() => draft.prompt.choices ?? written(composeChoices()));
  const [error, setError] = useState<AppError | null>(null);
  const set = (changed: Partial<typeof typed>): void => {
    setTyped((before) => ({ ...before, ...changed }));
    setError(null);
  };
  const [title, prompt, folder] = [typed.title.trim(), typed.prompt.trim(), typed.folder.trim()];
  const snippet = typed.snippet.trim().replace(/^\//, '').toLowerCase();
  const taker = saved.find((other) => other.snippet === snippet && other.id !== typed.id);
  const wrong = snippet === '' ? null : !snippetWord.test(snippet) ? say('prompts.form.snippet-wrong') : taker ? say('prompts.form.snippet-taken', { title: taker.title }) : null;
  const same = draft.isNew ? saved.find((other) => other.prompt === prompt) : undefined;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (title === '' || prompt === '' || wrong !== null) return;
    const outcome = await savePrompt({ ...typed, title, prompt, folder, snippet: snippet === '' ? null : snippet, choices: withChoices ? choices : null });
    if (typeof outcome === 'object') setError(outcome);
    else leaveForm();
  };
  // Enter alone begins a new line.
  const saveByKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (!isKeyOf('submit', 'compose', event)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form className={form.form} onSubmit={(event) => void save(event)}>
      <TextField ref={ref} label={say('prompts.form.title')} value={typed.title} onValueChange={(value) => set({ title: value })} maxLength={savedPromptLimits.title} dir="auto" onFocus={(event) => event.currentTarget.select()} />
      <TextArea
        label={say('prompts.form.prompt')}
        className={styles.prompt}
        dir="auto"
        rows={5}
        maxLength={longestPrompt}
        value={typed.prompt}
        onValueChange={(value) => set({ prompt: value })}
        onKeyDown={saveByKey}
      />
      {same && <p className={styles.note}>{say('prompts.form.is-saved', { title: same.title })}</p>}
      <div className={styles.pair}>
        <TextField label={say('prompts.form.folder')} hint={say('prompts.form.folder-hint')} list={lists} value={typed.folder} onValueChange={(value) => set({ folder: value })} maxLength={savedPromptLimits.folder} />
        <TextField
          label={say('prompts.form.snippet')}
          hint={say('prompts.form.snippet-hint', { word: snippet === '' || wrong !== null ? 'word' : snippet })}
          error={wrong}
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
      <label className={styles.choice}>
        <input type="checkbox" checked={withChoices} onChange={({ target }) => setWithChoices(target.checked)} />
        <span>{say('prompts.form.choices', { choices: useChoicesWords(choices) })}</span>
      </label>
      {error && (
        <p className={styles.error} role="alert">
          {errorWords(say, error)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button size="large" onClick={leaveForm}>
          {say('app.cancel')}
        </Button>
        <Button size="large" variant="solid" submits disabled={title === '' || prompt === '' || wrong !== null}>
          {say('prompts.form.save')}
        </Button>
      </div>
    </form>
  );
}

/** Model, size, quality, and the numbers of more fields and reference pictures, as far as they are set. */
function useChoicesWords({ model, size, quality, also, fields, references }: ComposeChoices): string {
  const say = useWords();
  const texts = [
    [model, ...(also?.model ?? [])],
    [size, ...(also?.size ?? [])],
    [quality, ...(also?.quality ?? [])],
  ].map((values) => values.filter((value) => value !== '').join(', '));
  const more = Object.keys(fields ?? {}).length;
  const pictures = references?.length ?? 0;
  return [...texts, more > 0 ? say('prompts.form.fields', { count: more }) : '', pictures > 0 ? say('prompts.form.references', { count: pictures }) : ''].filter((text) => text !== '').join(' · ') || say('tasks.fact.not-set');
}
