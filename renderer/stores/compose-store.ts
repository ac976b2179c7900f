import { create } from 'zustand';
import type { AppError } from '../../shared/errors.ts';
import type { Settings } from '../../shared/settings.ts';
import type { GenerationRequest, TaskId } from '../../shared/task.ts';
import { bridge } from '../bridge.ts';
import { appFacts } from './app-store.ts';
import { showTop } from './sheet-top.ts';
import { submitTasks } from './submit.ts';
import { goTo } from './view-store.ts';

/** Everything beside the prompt that a submission is made of. */
export type Choices = Settings['compose'];

interface ComposeStore {
  readonly prompt: string;
  /** Null: as last used, which main remembers. */
  readonly choices: Choices | null;
  readonly retryOf: TaskId | null;
  /** Why the latest submission was not taken; its prompt is back in the field. */
  readonly error: AppError | null;
  /** Counts requests for the focus. */
  readonly focusRequests: number;
}

export const useCompose = create<ComposeStore>(() => ({ prompt: '', choices: null, retryOf: null, error: null, focusRequests: 0 }));

export function composeChoices(): Choices {
  return useCompose.getState().choices ?? appFacts().settings.compose;
}

export function setPrompt(prompt: string): void {
  useCompose.setState(({ retryOf }) => ({ prompt, error: null, retryOf: prompt === '' ? null : retryOf }));
}

export function setChoices(change: Partial<Choices>): void {
  useCompose.setState({ choices: { ...composeChoices(), ...change } });
}

/** Puts a request into the compose bar for another go, and the caret behind it. */
export function fillCompose(request: GenerationRequest, { retryOf }: { readonly retryOf: TaskId | null }): void {
  const { prompt, model, size, quality } = request;
  useCompose.setState({ prompt, choices: { ...composeChoices(), model, size, quality }, retryOf, error: null });
  focusPrompt();
}

export function focusPrompt(): void {
  goTo('gallery');
  useCompose.setState(({ focusRequests }) => ({ focusRequests: focusRequests + 1 }));
}

/**
 * Sends what stands in the compose bar. The field is free before main answers, so a second click finds nothing to send;
 * when main does not take it, the prompt comes back with the reason, unless something new was written meanwhile.
 */
export async function submitCompose(): Promise<void> {
  const { prompt, retryOf } = useCompose.getState();
  const choices = composeChoices();
  if (prompt.trim() === '') return;
  useCompose.setState({ prompt: '', retryOf: null, error: null });
  showTop();
  recallable.unshift(prompt);
  recalled = -1;

  const { count, model, size, quality } = trimmed(choices);
  const accountId = appFacts().selectedAccountId;
  const [error] = await Promise.all([
    submitTasks({ accountId, request: { model, size, quality, prompt: prompt.trim() }, count, retryOf }),
    rememberChoices({ count, model, size, quality }),
  ]);
  if (!error) return;
  useCompose.setState((now) => (now.prompt === '' ? { prompt, retryOf, error } : { error }));
}

/** Prompts that ArrowUp brings back, newest first: this window's own, then those of the history. */
let recallable: string[] = [];
let recalled = -1;
let historyAsked = false;

/** Puts an earlier prompt (`step` 1) or a later one (−1) into the field; behind the newest the field is empty again. */
export async function recallPrompt(step: 1 | -1): Promise<void> {
  if (!historyAsked) {
    historyAsked = true;
    const older = await bridge.tasksPrompts({ limit: 50 });
    recallable = [...recallable, ...(older.ok ? older.value : [])].filter((prompt) => prompt !== '');
  }
  recallable = recallable.filter((prompt, at) => recallable.indexOf(prompt) === at);
  if (useCompose.getState().prompt === '') recalled = -1;
  recalled = Math.min(Math.max(recalled + step, -1), recallable.length - 1);
  setPrompt(recallable[recalled] ?? '');
}

/** Whether the field holds a recalled prompt as it was: then the arrows go on through the earlier ones. */
export function isRecalled(): boolean {
  return recalled >= 0 && recallable[recalled] === useCompose.getState().prompt;
}

/** What was last used is where the next start begins. It costs only convenience when main cannot keep it. */
async function rememberChoices(choices: Choices): Promise<void> {
  const kept = appFacts().settings.compose;
  if (JSON.stringify(kept) !== JSON.stringify({ ...kept, ...choices })) await bridge.settingsUpdate({ compose: choices });
}

function trimmed({ model, size, quality, count }: Choices): Choices {
  return { model: model.trim(), size: size.trim(), quality: quality.trim(), count };
}
