import type { ComposeChoices } from '../../../shared/settings.ts';
import type { TaskId } from '../../../shared/task.ts';

/** What the compose bar holds at one moment, with the caret in its text. */
export interface Draft {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly retryOf: TaskId | null;
  /** Null if model, size, quality, fields, references and count do not come back with the text. */
  readonly choices: ComposeChoices | null;
  /** As it stands in the field. */
  readonly count: number | 'usual' | null;
}

/** After a pause of this many milliseconds, typing begins a new step. */
const pause = 1_000;
const mostSteps = 200;

/**
 * The undo stack of the prompt field. The field's own stack knows only what was typed: once the app has put another text into the field,
 * the browser would undo old edits in the new text.
 */
export function createPromptHistory() {
  let past: Draft[] = [];
  let future: Draft[] = [];
  /** The latest typing. The next key may belong to the same step. */
  let typing: { readonly kind: string; readonly at: number; readonly end: number } | null = null;

  const remember = (draft: Draft): void => {
    past = [...past, draft].slice(-mostSteps);
    future = [];
  };
  const move = (from: Draft[], to: Draft[], current: Draft): Draft | null => {
    typing = null;
    const draft = from.pop();
    if (!draft) return null;
    to.push({ ...current, choices: draft.choices && current.choices });
    return draft;
  };
  return {
    /** The person changed the text by hand. Letters of one word make one step, and so do deletions in a row. */
    typed(before: Draft, text: string, kind: string): void {
      const at = performance.now();
      const joins = typing !== null && typing.kind === kind && at - typing.at < pause && before.start === before.end && before.start === typing.end;
      const end = before.end + text.length - before.text.length;
      const newWord = kind === 'insertText' && /\s/.test(before.text[before.start - 1] ?? '') && !/\s/.test(text[before.start] ?? '');
      if (!joins || newWord) remember({ ...before, choices: null });
      typing = { kind, at, end };
    },
    /** The app puts another text in place of this one. */
    replaced(before: Draft): void {
      typing = null;
      remember(before);
    },
    /** From now on, only texts come back. */
    forgetChoices(): void {
      past = past.map((draft) => ({ ...draft, choices: null }));
      future = future.map((draft) => ({ ...draft, choices: null }));
    },
    undo: (current: Draft): Draft | null => move(past, future, current),
    redo: (current: Draft): Draft | null => move(future, past, current),
  };
}
