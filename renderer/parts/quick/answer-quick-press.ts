import type { QuickOutcome, QuickPress } from '../../../shared/windows/quick-field.ts';
import type { AccountId, TaskId } from '../../../shared/task.ts';
import { reportTask } from '../tasks/task-report.ts';
import { selectAccount } from '../../stores/accounts/choose-account.ts';
import { appFacts, useAppStore } from '../../stores/app-store.ts';
import { fillCompose } from '../../stores/compose/compose-store.ts';
import { submitBeside, submitCompose } from '../../stores/compose/send-compose.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { useOpenings } from '../../ui/dialogs/ask.ts';
import { currentWords, errorWords } from '../../words/words.ts';
import { quickOffer, type QuickOffer } from './quick-offer.ts';

/** Milliseconds for which the field says what became of the prompt. Longer if the task waits for the person. */
const shownFor = { working: 2_500, attention: 8_000 } as const;

const kept = (words: string): QuickOutcome => ({ is: 'kept', words, detail: null, closesAfter: null });

/**
 * Does what Enter in the quick prompt is for, if what would be sent is still what the field showed. The compose bar keeps its draft, unless the main window has to go
 * on: then the text is put there, which one undo brings back, and the question is open over it.
 */
export async function answerQuickPress({ text, accountId, offer: shown }: QuickPress, took: (taskId: TaskId) => void): Promise<QuickOutcome> {
  const say = currentWords();
  const offer = quickOffer({ text, accountId }, null);
  const { account, request, choices, deed, view } = offer;
  if (deed === 'nothing') return kept(view.note ?? say('compose.no-prompt'));
  if (view.offer !== shown) return kept(say('quick.changed'));
  if (deed === 'window' || account === null || request === null) return goOnInWindow(text, offer);
  let taskId: TaskId | null = null;
  const outcome = await submitBeside({ accountId: account.id, text: text.trim(), choices, request }, ({ id }) => (taskId = id));
  if (outcome === 'doubled') return kept(say('quick.doubled'));
  // It was asked after all, and the person declined in the main window.
  if (outcome === 'declined' || taskId === null) return kept(say('quick.asks'));
  if (outcome !== 'sent') return kept(errorWords(say, outcome));
  took(taskId);
  return queuedAs(taskId);
}

/** Says where a task is that the field has sent. */
export function queuedAs(taskId: TaskId): QuickOutcome {
  const say = currentWords();
  const entry = useTasks.getState().tasks.get(taskId);
  const report = entry && reportTask(entry);
  const closesAfter = report !== undefined && report.urgency !== 'working' && report.urgency !== 'done' ? shownFor.attention : shownFor.working;
  return { is: 'queued', words: say('quick.queued'), detail: report ? say(report.title) : null, closesAfter };
}

async function goOnInWindow(text: string, { account, choices, deed }: QuickOffer): Promise<QuickOutcome> {
  const say = currentWords();
  // A question about money must stay what it was, and its keys must not reach the prompt.
  if (account === null || deed !== 'window' || useOpenings.getState().openings.some(({ open }) => open)) return kept(say('quick.asking'));
  await selectInBar(account.id);
  if (account.id !== appFacts().selectedAccountId) return kept(say('quick.changed'));
  const isOne = quickOffer({ text, accountId: account.id }, null).request !== null;
  fillCompose({ prompt: text }, { retryOf: null, choices: { ...choices, count: 1 } });
  // It asks. Several tasks are first shown with their number and price.
  if (isOne) void submitCompose();
  return { is: 'window', words: say('quick.in-window'), detail: null, closesAfter: null };
}

/** Milliseconds until main's change must be here. */
const changesWithin = 3_000;

/** Resolves once the compose bar has this account. */
async function selectInBar(accountId: AccountId): Promise<void> {
  const isSelected = (): boolean => appFacts().selectedAccountId === accountId;
  if (isSelected()) return;
  await selectAccount(accountId);
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const unsubscribe = useAppStore.subscribe(() => isSelected() && end());
    const timer = setTimeout(end, changesWithin);
    if (isSelected()) end();
  });
}
