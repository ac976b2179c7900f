import { create } from 'zustand';
import type { Recipe } from '../../../shared/batch.ts';
import { longestBatchName, mostInBatch } from '../../../shared/count-limits.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ComposeChoices } from '../../../shared/settings.ts';
import type { AccountId, GenerationRequest, RequestFields, TaskId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { appFacts, selectedAccount, useAppStore, type AppFacts } from '../app-store.ts';
import { checkRequest } from './compose-checks.ts';
import { combinations, matrixOf, matrixRecipe, withValues, written, type ChoiceField } from './matrix.ts';
import { createPromptHistory, type Draft } from './prompt-history.ts';
import { showTop } from '../gallery/sheet-top.ts';
import { sentExtras } from './request-fields.ts';
import { submitBatch, submitTasks, type Submitted } from './submit.ts';
import { expandTemplate, freshTemplate, nextSeed, promptCount, templateOf, useTemplates, type Expansion, type ExpansionFault } from './template-store.ts';
import type { SeveralValues } from '../../ui/fields/several-values.ts';
import { remember, viewMemory } from '../view-memory.ts';
import { goTo } from '../view-store.ts';

interface ComposeStore {
  readonly prompt: string;
  /** The choices made for each account in this window. Main remembers those that were sent. */
  readonly choices: Readonly<Record<AccountId, ComposeChoices>>;
  /** "How many". `usual`: the number from the settings. Null: the field is empty. */
  readonly count: number | 'usual' | null;
  readonly retryOf: TaskId | null;
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
  choices: {},
  count: 'usual',
  retryOf: null,
  error: null,
  fault: null,
  focusRequests: 0,
  placed: 0,
}));

// A number typed for one account is not used for another.
useAppStore.subscribe(({ facts }, before) => {
  if (before.facts && facts?.selectedAccountId !== before.facts.selectedAccountId) useCompose.setState({ count: 'usual' });
});

// What was wrong may be right with another mode, seed or wildcard file.
useTemplates.subscribe(() => {
  if (useCompose.getState().fault !== null) useCompose.setState({ fault: null });
});

export function choicesIn({ choices }: Pick<ComposeStore, 'choices'>, { selectedAccountId, settings }: Pick<AppFacts, 'selectedAccountId' | 'settings'>): ComposeChoices {
  return choices[selectedAccountId] ?? settings.composeByAccount[selectedAccountId] ?? settings.compose;
}

export const composeChoices = (): ComposeChoices => choicesIn(useCompose.getState(), appFacts());

/** Puts values into a field. With several, the tasks are no longer an earlier one again. */
export function setValues(field: ChoiceField, values: SeveralValues): void {
  setChoices(withValues(composeChoices(), field, values));
  if (values.chips.length > 0) useCompose.setState({ retryOf: null });
}

export function setChoices(chosen: ComposeChoices): void {
  useCompose.setState(({ choices }) => ({ choices: { ...choices, [appFacts().selectedAccountId]: chosen }, error: null }));
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

const history = createPromptHistory();
/** Where the caret is in the field. Kept here, because the field is unmounted while another room is shown. */
let caret = { start: viewMemory().draft.length, end: viewMemory().draft.length };

export const caretIn = (): typeof caret => caret;

export function caretMoved(start: number, end: number): void {
  caret = { start, end };
}

function draftNow(): Draft {
  const { prompt, retryOf } = useCompose.getState();
  return { text: prompt, ...caret, retryOf, choices: composeChoices() };
}

/** Puts the caret into the field, at a place or around it. */
export function selectInPrompt(start: number, end: number): void {
  caret = { start, end };
  useCompose.setState(({ placed }) => ({ placed: placed + 1 }));
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
function placePrompt(prompt: string, { withChoices = false } = {}): void {
  if (prompt !== useCompose.getState().prompt || withChoices) history.replaced(withChoices ? draftNow() : { ...draftNow(), choices: null });
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
  if (!draft) return;
  const { text, start, end, retryOf, choices } = draft;
  caret = { start, end };
  if (choices) setChoices(choices);
  useCompose.setState(({ placed }) => ({ prompt: text, retryOf, error: null, placed: placed + 1 }));
  remember({ draft: text });
}

/** Puts a request into the compose bar to be sent again, with the caret at its end. One ↑ or one undo restores the draft that it replaces. A prompt alone keeps the choices. */
export function fillCompose(request: GenerationRequest | Pick<GenerationRequest, 'prompt'>, { retryOf }: { readonly retryOf: TaskId | null }): void {
  const { prompt } = request;
  const replaced = useCompose.getState().prompt;
  placePrompt(prompt, { withChoices: true });
  if ('model' in request) {
    const { model, size, quality, fields, references } = request;
    setChoices({ model, size, quality, ...(fields && { fields }), ...(references && { references }) });
  }
  useCompose.setState({ retryOf });
  recallable = [prompt, ...(replaced.trim() === '' ? [] : [replaced]), ...recallable];
  recalled = 0;
  focusPrompt();
}

export function focusPrompt(): void {
  goTo('gallery');
  useCompose.setState(({ focusRequests }) => ({ focusRequests: focusRequests + 1 }));
}

/** Milliseconds in which a repetition of the same request is ignored, because a key was held or pressed twice. */
const doubled = 1_000;
let latest = { request: '', at: 0 };

function isDoubled(request: string): boolean {
  const at = performance.now();
  if (request !== latest.request || at - latest.at >= doubled) return false;
  latest = { request, at };
  return true;
}

/**
 * Sends the request in the compose bar, once. Nothing changes until it is certain that it is sent. Then the prompt is selected or cleared, and
 * "how many" returns to the usual number. If main does not accept the request, the bar is restored and shows the reason.
 */
export async function submitCompose(): Promise<void> {
  const { prompt, retryOf, count: typedCount } = useCompose.getState();
  const facts = appFacts();
  const account = selectedAccount(facts);
  const count = countIn({ count: typedCount }, facts);
  const choices = written(composeChoices());
  if (prompt.trim() === '' || !account || account.key.status !== 'present' || count === null || checkRequest(account, choices, count)?.blocks) return;
  const text = prompt.trim();
  const sameness = JSON.stringify([account.id, choices, text]);
  if (isDoubled(sameness) || making) return;
  const plain = templateOf(text, useTemplates.getState().wildcards, facts.settings.plainBraces) === null;
  const made = plain ? { prompts: [text], template: null } : await makePrompts(text, combinations(choices) * count);
  if (made === null) return;

  const { keepPrompt } = facts.settings;
  const onSend = (): void => {
    latest = { request: sameness, at: performance.now() };
    showTop();
    recallable.unshift(prompt);
    recalled = keepPrompt ? 0 : -1;
    if (keepPrompt) caret = { start: 0, end: prompt.length };
    else placePrompt('');
    // A prompt that was sent is not a draft.
    remember({ draft: '' });
    useCompose.setState(({ placed }) => ({ placed: placed + 1, count: 'usual', retryOf: null, error: null }));
    if (made.template) nextSeed();
    void rememberChoices(account.id, choices);
  };
  const more = sentExtras(account, choices);
  const cells = matrixOf(choices).map((cell) => ({ ...cell, ...more }));
  const requests = made.prompts.flatMap((each) => cells.map((cell) => ({ ...cell, prompt: each })));
  const recipe: Recipe = { from: 'prompt', ...made.template, ...matrixRecipe(choices), count };
  const outcome = await sendRequests(account.id, { requests, count, recipe, name: text, retryOf }, onSend);
  if (outcome === undefined || outcome === 'sent' || outcome === 'declined') return;
  latest = { request: '', at: 0 };
  const now = useCompose.getState();
  if (now.prompt === (keepPrompt ? prompt : '')) {
    if (!keepPrompt) placePrompt(prompt);
    remember({ draft: prompt });
    useCompose.setState({ retryOf, count: now.count === 'usual' ? typedCount : now.count });
  }
  useCompose.setState({ error: outcome });
}

/** Whether the prompts of a template are being made. A second press sends nothing. */
let making = false;

/**
 * The prompts of the template in the field, and what its recipe says of them. Null: something is wrong, and the bar says what, or the text has changed meanwhile.
 * @param times how often each prompt is sent
 */
async function makePrompts(text: string, times: number): Promise<{ readonly prompts: readonly string[]; readonly template: Recipe } | null> {
  const expansion: Expansion = useTemplates.getState();
  making = true;
  useCompose.setState({ fault: null });
  try {
    const { wildcards } = useTemplates.getState();
    const shown = templateOf(text, wildcards, false);
    const template = await freshTemplate(text);
    if (!template || !shown) return null;
    if (promptCount(template, expansion) !== promptCount(shown, expansion)) {
      // The button named another number.
      useCompose.setState({ fault: 'changed' });
      return null;
    }
    const { prompts, fault } = await expandTemplate(template, expansion);
    const tooMany = prompts.length * times > mostInBatch;
    if (fault !== null || tooMany || prompts.length === 0) {
      useCompose.setState({ fault: fault ?? (tooMany ? 'too-many' : null) });
      return null;
    }
    if (useCompose.getState().prompt.trim() !== text) return null;
    const { mode, seed } = expansion;
    return { prompts, template: { from: 'template', template: text, mode, seed, wildcards: template.wildcards.slice(0, 1000) } };
  } finally {
    making = false;
  }
}

interface Sent {
  readonly requests: readonly GenerationRequest[];
  readonly count: number;
  readonly recipe: Recipe;
  readonly name: string;
  readonly retryOf: TaskId | null;
}

/** Several different requests are a batch, with one of each first. */
async function sendRequests(accountId: AccountId, { requests, count, recipe, name, retryOf }: Sent, onSend: () => void): Promise<Submitted | undefined> {
  const [request] = requests;
  if (!request) return undefined;
  if (requests.length === 1) return (await submitTasks([{ accountId, request, count, retryOf }], { onSend }))[0];
  const all = Array.from({ length: count }, () => requests).flat();
  return submitBatch({ accountId, name: name.replace(/\s+/g, ' ').slice(0, longestBatchName), recipe, requests: all }, { onSend });
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

/** Keeps the choices for the next start. A failure costs only convenience, so it is ignored. */
async function rememberChoices(accountId: AccountId, choices: ComposeChoices): Promise<void> {
  const { compose, composeByAccount } = appFacts().settings;
  // Reference pictures are of one account: others may have no field for them.
  const { references: _ofThisAccount, ...forOthers } = choices;
  if (JSON.stringify([compose, composeByAccount[accountId]]) === JSON.stringify([forOthers, choices])) return;
  await bridge.settingsUpdate({ compose: forOthers, composeByAccount: { ...composeByAccount, [accountId]: choices } });
}
