import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import type { SavedChoices } from '../../../shared/prompts/saved-prompt.ts';
import type { ComposeChoices } from '../../../shared/settings.ts';
import type { AccountId, GenerationRequest, RequestFields, TaskId } from '../../../shared/task.ts';
import type { ExpansionFault } from '../../../shared/templates/expansion.ts';
import { bridge } from '../../bridge.ts';
import { appFacts, useAppStore, type AppFacts } from '../app-store.ts';
import { withValues, written, type ChoiceField } from '../../../shared/request/compose-matrix.ts';
import { createPromptHistory, type Draft } from './prompt-history.ts';
import { useTemplates } from './template-store.ts';
import type { SeveralValues } from '../../../shared/request/several-values.ts';
import { currentWords } from '../../words/words.ts';
import { isSame } from '../is-same.ts';
import { didAct, type ActWords, type Outcome } from '../undo.ts';
import { remember, viewMemory } from '../windows/remember-view.ts';
import { goTo } from '../windows/view-store.ts';

/** Of which form only the first tasks were sent, because a budget had no room for the others. */
interface PartlySent {
  readonly form: string;
  /** How many were sent. */
  readonly sent: number;
  readonly all: number;
}

interface ComposeStore {
  readonly prompt: string;
  /** The choices made for each account in this window. Main remembers those that were sent, and the latest that were not. */
  readonly choices: Readonly<Record<AccountId, ComposeChoices>>;
  /** "How many". `usual`: the number from the settings. Null: the field is empty. */
  readonly count: number | 'usual' | null;
  readonly retryOf: TaskId | null;
  /** Null: nothing is sent in part. */
  readonly partlySent: PartlySent | null;
  /** Why main did not accept the latest submission. */
  readonly error: AppError | null;
  /** Why the latest submission of a template made no prompts. */
  readonly fault: ExpansionFault | null;
  /** Counts requests for the focus. */
  readonly focusRequests: number;
  /** Counts the texts that the app put into the field. `caretIn` has the position of the caret. */
  readonly placed: number;
}

export const useCompose = create<ComposeStore>(() => ({
  prompt: viewMemory().draft,
  choices: draftChoices(),
  count: 'usual',
  retryOf: null,
  partlySent: null,
  error: null,
  fault: null,
  focusRequests: 0,
  placed: 0,
}));

// A number that was typed for one account is never carried to another, and undo never restores one account's choices in another.
useAppStore.subscribe(({ facts }, before) => {
  if (!before.facts || facts?.selectedAccountId === before.facts.selectedAccountId) return;
  useCompose.setState({ count: 'usual' });
  history.forgetChoices();
});

// With another mode, seed or wildcard file, the reason may no longer apply.
useTemplates.subscribe(() => {
  if (useCompose.getState().fault !== null) useCompose.setState({ fault: null });
});

/** The choices that the window was left with. Without them, a prompt that comes back could cost more than it did on the screen. */
function draftChoices(): ComposeStore['choices'] {
  const draft = viewMemory().draftChoices;
  return draft ? { [draft.accountId]: draft.choices } : {};
}

export function choicesIn({ choices }: Pick<ComposeStore, 'choices'>, { selectedAccountId, settings }: Pick<AppFacts, 'selectedAccountId' | 'settings'>): ComposeChoices {
  return choices[selectedAccountId] ?? settings.composeByAccount[selectedAccountId] ?? settings.compose;
}

export const composeChoices = (): ComposeChoices => choicesIn(useCompose.getState(), appFacts());

/** Puts values into a field. With several, this no longer generates an earlier task again. */
export function setValues(field: ChoiceField, values: SeveralValues): void {
  setChoices(withValues(composeChoices(), field, values));
  if (values.chips.length > 0) useCompose.setState({ retryOf: null });
}

export function setChoices(chosen: ComposeChoices): void {
  useCompose.setState(({ choices }) => ({ choices: { ...choices, [appFacts().selectedAccountId]: chosen }, error: null }));
  remember({ draftChoices: { accountId: appFacts().selectedAccountId, choices: chosen } });
}

/** Sets the fields that are sent besides those of the account. */
export function setFields(fields: RequestFields): void {
  const { fields: _before, ...choices } = composeChoices();
  setChoices({ ...choices, ...(Object.keys(fields).length > 0 && { fields }) });
}

export function setCount(count: number | null): void {
  useCompose.setState({ count, error: null });
}

export const countIn = ({ count }: Pick<ComposeStore, 'count'>, { settings }: Pick<AppFacts, 'settings'>): number | null => (count === 'usual' ? settings.usualCount : count);

/** All settings of the compose bar, as they are saved. */
export const settingsNow = (): SavedChoices => ({ ...written(composeChoices()), count: countIn(useCompose.getState(), appFacts()) ?? 1 });

const history = createPromptHistory();
/** Where the caret is in the field. Kept here, because the field is unmounted while another page is shown. */
let caret = { start: viewMemory().draft.length, end: viewMemory().draft.length };

export const caretIn = (): typeof caret => caret;

export function caretMoved(start: number, end: number): void {
  caret = { start, end };
}

function draftNow(): Draft {
  const { prompt, retryOf, count } = useCompose.getState();
  return { text: prompt, ...caret, retryOf, choices: composeChoices(), count };
}

/** Puts the caret into the field, at a position or around some text, and leaves the focus where it is. */
export function placeCaret(start: number, end: number): void {
  caret = { start, end };
  useCompose.setState(({ placed }) => ({ placed: placed + 1 }));
}

/** The same, and asks for the focus. */
export function selectInPrompt(start: number, end: number): void {
  placeCaret(start, end);
  focusPrompt();
}

/** The app changes a part of the text for the person, who can undo it. */
export function completePrompt(prompt: string, caretAt: number): void {
  typePrompt(prompt, 'insertReplacementText');
  selectInPrompt(caretAt, caretAt);
}

/** The person changed the text. `kind` is the InputEvent's type. The stored caret is still the one before the change. */
export function typePrompt(prompt: string, kind: string): void {
  history.typed(draftNow(), prompt, kind);
  writePrompt(prompt);
}

/** The app replaces the text in the field. Undo restores the old text. */
export function placePrompt(prompt: string): void {
  if (prompt !== useCompose.getState().prompt) history.replaced({ ...draftNow(), choices: null });
  showPrompt(prompt);
}

function showPrompt(prompt: string): void {
  caret = { start: prompt.length, end: prompt.length };
  writePrompt(prompt);
  useCompose.setState(({ placed }) => ({ placed: placed + 1 }));
}

function writePrompt(prompt: string): void {
  useCompose.setState(({ retryOf }) => ({ prompt, error: null, fault: null, retryOf: prompt === '' ? null : retryOf }));
  remember({ draft: prompt });
}

export const undoPrompt = (): void => step('undo');
export const redoPrompt = (): void => step('redo');

function step(direction: 'undo' | 'redo'): void {
  const draft = history[direction](draftNow());
  if (draft) restore(draft);
}

function restore({ text, start, end, retryOf, choices, count }: Draft): void {
  caret = { start, end };
  if (choices) setChoices(choices);
  useCompose.setState(({ placed }) => ({ prompt: text, retryOf, error: null, fault: null, placed: placed + 1, ...(choices && { count }) }));
  remember({ draft: text });
}

/**
 * Replaces what the compose bar holds, such as by a prompt that is used again. Undo, also of the field itself, brings back the text, all choices and the count. What was typed
 * since comes back with a redo. If something was replaced, a message says so.
 */
function replaceDraft(words: ActWords, replace: () => void): void {
  const before = draftNow();
  const { selectedAccountId } = appFacts();
  history.replaced(before);
  replace();
  let after = draftNow();
  const put = (to: Draft): Outcome => {
    // The choices are another account's by now.
    if (appFacts().selectedAccountId !== selectedAccountId) return 'nothing';
    const now = draftNow();
    // The field's own undo has brought it back.
    if (holdsSame(now, to)) return 'already';
    history.replaced(now);
    if (to === before) after = now;
    restore(to);
    return 'done';
  };
  const isReplaced = before.text.trim() !== '' || !isSame([before.choices, before.count], [after.choices, after.count]);
  if (isReplaced && !holdsSame(before, after)) didAct({ ...words, undo: () => Promise.resolve(put(before)), redo: () => Promise.resolve(put(after)) });
}

const holdsSame = (one: Draft, other: Draft): boolean => isSame([one.text, one.choices, one.count], [other.text, other.choices, other.count]);

/** Puts a request into the compose bar to be sent again, with the caret at its end. One ↑ or one undo restores the draft that it replaces. If only a prompt is given, the choices are these, or stay. */
export function fillCompose(request: GenerationRequest | Pick<GenerationRequest, 'prompt'>, { retryOf, choices = null }: { readonly retryOf: TaskId | null; readonly choices?: SavedChoices | null }): void {
  const { prompt } = request;
  const replaced = useCompose.getState().prompt;
  const say = currentWords();
  replaceDraft({ words: say('compose.replaced'), name: say('compose.replacing') }, () => {
    showPrompt(prompt);
    if ('model' in request) {
      const { model, size, quality, fields, references } = request;
      setChoices({ model, size, quality, ...(fields && { fields }), ...(references && { references }) });
    } else if (choices) putSettings(choices);
    useCompose.setState({ retryOf });
  });
  recallable = [prompt, ...(replaced.trim() === '' ? [] : [replaced]), ...recallable];
  recalled = 0;
  focusPrompt();
}

/** Puts saved settings into the compose bar and leaves its text. One undo restores those that they replace. */
export function fillSettings(choices: SavedChoices): void {
  const say = currentWords();
  replaceDraft({ words: say('compose.settings-replaced'), name: say('compose.settings-replacing') }, () => putSettings(choices));
  focusPrompt();
}

function putSettings({ count, ...choices }: SavedChoices): void {
  setChoices(choices);
  if (count !== undefined) setCount(count);
}

export function focusPrompt(): void {
  goTo('gallery');
  useCompose.setState(({ focusRequests }) => ({ focusRequests: focusRequests + 1 }));
}

/** After a prompt was sent. `stays`: it is still in the field. `partly`: only the first of its tasks were sent, and the others can be sent next. */
export function promptSent(prompt: string, stays: boolean, partly: boolean): void {
  recallable.unshift(prompt);
  // What came meanwhile, such as the text of a link, was not sent, and stays.
  if (useCompose.getState().prompt !== prompt) return;
  recalled = stays ? 0 : -1;
  if (stays) caret = { start: 0, end: prompt.length };
  else placePrompt('');
  useCompose.setState(({ placed }) => ({ placed: placed + 1, error: null, ...(!partly && { count: 'usual', retryOf: null }) }));
  // What was sent is not a draft.
  remember({ draft: '', draftChoices: null });
}

/** Prompts that ArrowUp brings back, newest first: this window's own, then those of the history. */
let recallable: string[] = [];
let recalled = -1;
let historyAsked = false;

/** Puts an earlier prompt (`by` 1) or a later one (−1) into the field. After the newest, the field is empty again. */
export async function recallPrompt(by: 1 | -1): Promise<void> {
  if (!historyAsked) {
    historyAsked = true;
    const older = await bridge.tasksPrompts({ limit: 50 });
    recallable = [...recallable, ...(older.ok ? older.value : [])].filter((prompt) => prompt !== '');
  }
  if (useCompose.getState().prompt === '') recalled = -1;
  const at = recallable[recalled];
  recallable = [...new Set(recallable)];
  if (at !== undefined) recalled = recallable.indexOf(at);
  recalled = Math.min(Math.max(recalled + by, -1), recallable.length - 1);
  placePrompt(recallable[recalled] ?? '');
}

/** Whether the field holds an unchanged recalled prompt. The arrow keys then recall other prompts. */
export function isRecalled(): boolean {
  return recalled >= 0 && recallable[recalled] === useCompose.getState().prompt;
}
