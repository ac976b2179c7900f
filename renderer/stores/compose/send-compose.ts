import type { Recipe } from '../../../shared/batch.ts';
import { mostInBatch } from '../../../shared/input-limits.ts';
import type { ComposeChoices } from '../../../shared/settings.ts';
import type { AccountId, GenerationRequest, Task, TaskId } from '../../../shared/task.ts';
import { expandTemplate, promptCount, type Expansion } from '../../../shared/templates/expansion.ts';
import { bridge } from '../../bridge.ts';
import { pressedAt } from '../../ui/press-time.ts';
import { appFacts, selectedAccount } from '../app-store.ts';
import { showTop } from '../gallery/sheet-top.ts';
import { remember } from '../windows/remember-view.ts';
import { composeChoices, countIn, placePrompt, promptSent, useCompose } from './compose-store.ts';
import { batchName, combinations, matrixRecipe, requestsOfForm, written } from '../../../shared/request/compose-matrix.ts';
import { useReferences } from './compose-references.ts';
import { sentExtras } from '../../../shared/request/sent-extras.ts';
import { noteSent, sentBefore, type ComposeForm } from './partly-sent.ts';
import { submitBatch, submitTasks, type SubmitOptions, type Submitted } from './submit.ts';
import { freshTemplate, nextSeed, templateOf, useTemplates } from './template-store.ts';
import { complaintAbout, whyNotSent } from './why-not-sent.ts';

/** Milliseconds in which a repetition of the same request is ignored, because a key was held or pressed twice. */
const doubled = 1_000;
let latest = { request: '', at: 0 };

/** Milliseconds after which a press may be meant for a text that another program put into the prompt. */
const unread = 1_000;
let filledAt = -Infinity;

/** A link or a file from outside fills the prompt. A press that was on its way was meant for the text before. */
export function outsideFilled(): void {
  filledAt = performance.now();
}

function isDoubled(request: string): boolean {
  const at = pressedAt();
  if (request !== latest.request || at - latest.at >= doubled) return false;
  latest = { request, at: Math.max(at, latest.at) };
  return true;
}

/**
 * Sends the request in the compose bar, once. Nothing changes until it is certain that it is sent. Then the prompt is selected or cleared, and
 * "how many" returns to the usual number. If only the first tasks are sent, the next press sends the others. If main does not accept the request, the bar is restored and shows the reason.
 */
export async function submitCompose(): Promise<void> {
  if (pressedAt() - filledAt < unread) return;
  const { prompt, retryOf, count: typedCount } = useCompose.getState();
  const facts = appFacts();
  const account = selectedAccount(facts);
  const count = countIn({ count: typedCount }, facts);
  const choices = written(composeChoices());
  const text = prompt.trim();
  const why = whyNotSent({ account, complaint: complaintAbout(account, prompt, choices, count), isEmpty: text === '', references: useReferences.getState() });
  if (!account || count === null || why !== null) return;
  const sameness = samenessOf(account.id, choices, text);
  if (isDoubled(sameness) || making) return;
  const plain = templateOf(text, useTemplates.getState().wildcards, facts.settings.plainBraces) === null;
  const made = plain ? { prompts: [text], template: null } : await makePrompts(text, combinations(choices) * count);
  if (made === null) return;

  const { keepPrompt } = facts.settings;
  const { mode, number, seed } = useTemplates.getState();
  const form: ComposeForm = { accountId: account.id, prompt, choices, count, mode, number, seed };
  const all = requestsOfForm(made.prompts, choices, sentExtras(account, choices), count);
  const before = sentBefore(form, all.length);
  const { partlySent } = useCompose.getState();
  // The prompt also stays if only the first of its tasks are sent.
  let keeps = keepPrompt;
  const onSend = (left: number): void => {
    latest = { request: sameness, at: performance.now() };
    showTop();
    keeps ||= left > 0;
    promptSent(prompt, keeps, left > 0);
    noteSent(form, all.length, all.length - left);
    if (made.template && left === 0) nextSeed();
    void rememberChoices(account.id, choices);
  };
  const recipe: Recipe = { from: 'prompt', ...made.template, ...matrixRecipe(choices), count };
  const outcome = await sendRequests(account.id, { requests: all.slice(before), recipe, name: text, retryOf }, { onSend });
  if (outcome === undefined || outcome === 'sent' || outcome === 'declined') return;
  latest = { request: '', at: 0 };
  useCompose.setState({ partlySent });
  if (before > 0) useTemplates.setState({ seed });
  const now = useCompose.getState();
  if (now.prompt === (keeps ? prompt : '')) {
    if (!keeps) placePrompt(prompt);
    remember({ draft: prompt });
    useCompose.setState({ retryOf, count: now.count === 'usual' ? typedCount : now.count });
  }
  useCompose.setState({ error: outcome });
}

const samenessOf = (accountId: AccountId, choices: ComposeChoices, text: string): string => JSON.stringify([accountId, choices, text]);

/** One task beside the compose bar, from the quick prompt. */
export interface SubmissionBeside {
  readonly accountId: AccountId;
  readonly text: string;
  /** As they are kept. */
  readonly choices: ComposeChoices;
  readonly request: GenerationRequest;
}

/**
 * Sends one request as the compose bar would, and leaves the bar as it is. Whoever calls it has seen to it that nothing hinders it (`whyNotSent`) and that nothing has to
 * be asked (`needsQuestion`); if something has, it is asked all the same. `doubled`: the same was sent a moment ago, and nothing is sent now.
 */
export async function submitBeside({ accountId, text, choices, request }: SubmissionBeside, expects: (task: Task) => void): Promise<Submitted | 'doubled'> {
  const sameness = samenessOf(accountId, choices, text);
  if (isDoubled(sameness)) return 'doubled';
  const onSend = (): void => {
    latest = { request: sameness, at: performance.now() };
  };
  const outcome = await sendRequests(accountId, { requests: [request], recipe: { from: 'prompt' }, name: text, retryOf: null }, { onSend, expects });
  if (outcome !== undefined && typeof outcome !== 'string') latest = { request: '', at: 0 };
  return outcome ?? 'declined';
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
  readonly recipe: Recipe;
  readonly name: string;
  readonly retryOf: TaskId | null;
}

/** More than one task is a batch. */
async function sendRequests(accountId: AccountId, { requests, recipe, name, retryOf }: Sent, options: SubmitOptions): Promise<Submitted | undefined> {
  const [request, ...others] = requests;
  if (!request) return undefined;
  if (others.length === 0) return (await submitTasks([{ accountId, request, count: 1, retryOf }], options))[0];
  return submitBatch({ accountId, name: batchName(name), recipe, requests, retryOf }, options);
}

/** Keeps the choices for the next start. A failure costs only convenience, so it is ignored. */
async function rememberChoices(accountId: AccountId, choices: ComposeChoices): Promise<void> {
  const { compose, composeByAccount } = appFacts().settings;
  // Reference pictures are of one account: others may have no field for them.
  const { references: _ofThisAccount, ...forOthers } = choices;
  if (JSON.stringify([compose, composeByAccount[accountId]]) === JSON.stringify([forOthers, choices])) return;
  await bridge.settingsUpdate({ compose: forOthers, composeByAccount: { ...composeByAccount, [accountId]: choices } });
}
