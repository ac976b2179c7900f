import type { ComposeChoices } from '../../../shared/settings.ts';
import type { TaskId } from '../../../shared/task.ts';

/** What the compose bar holds at one moment, with the caret in its text. */
export interface Draft {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly retryOf: TaskId | null;
  readonly choices: ComposeChoices;
}

interface Step {
  readonly draft: Draft;
  /** Whether model, size and quality come back with the text. */
  readonly withChoices: boolean;
}

/** After a pause of this many milliseconds, typing begins a new step. */
const pause = 1_000;
const mostSteps = 200;

/**
 * The undo stack of the prompt field. The field's own stack knows only what was typed: once the app has put another text into the field,
 * the browser would undo old edits in the new text.
 */
export function createPromptHistory(now: () => number = () => performance.now()) {
  let past: Step[] = [];
  let future: Step[] = [];
  /** The latest typing. The next key may belong to the same step. */
  let typing: { readonly kind: string; readonly at: number; readonly end: number } | null = null;

  const remember = (step: Step): void => {
    past = [...past, step].slice(-mostSteps);
    future = [];
  };
  const move = (from: Step[], current: Draft): { readonly step: Step; readonly left: Step[]; readonly back: Step } | null => {
    const step = from.at(-1);
    typing = null;
    return step ? { step, left: from.slice(0, -1), back: { draft: current, withChoices: step.withChoices } } : null;
  };
  return {
    /** The person changed the text by hand. Letters of one word make one step, and so do deletions in a row. */
    typed(before: Draft, text: string, kind: string): void {
      const at = now();
      const joins = typing !== null && typing.kind === kind && at - typing.at < pause && before.start === before.end && before.start === typing.end;
      const end = before.end + text.length - before.text.length;
      const newWord = kind === 'insertText' && /\s/.test(before.text[before.start - 1] ?? '') && !/\s/.test(text[before.start] ?? '');
      if (!joins || newWord) remember({ draft: before, withChoices: false });
      typing = { kind, at, end };
    },
    /** The app puts another text in place of this one. */
    replaced(before: Draft, { withChoices = false }: { readonly withChoices?: boolean } = {}): void {
      typing = null;
      remember({ draft: before, withChoices });
    },
    undo(current: Draft): Step | null {
      const moved = move(past, current);
      if (!moved) return null;
      past = moved.left;
      future = [...future, moved.back];
      return moved.step;
    },
    redo(current: Draft): Step | null {
      const moved = move(future, current);
      if (!moved) return null;
      future = moved.left;
      past = [...past, moved.back];
      return moved.step;
    },
  };
}
