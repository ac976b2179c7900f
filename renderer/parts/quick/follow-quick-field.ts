import { leftOfBudget } from '../../../shared/money/left-of-budget.ts';
import { priceOfUnsent } from '../../../shared/money/waiting-money.ts';
import type { AccountId, TaskId } from '../../../shared/task.ts';
import type { QuickAsked, QuickOutcome, QuickShown } from '../../../shared/windows/quick-field.ts';
import { bridge } from '../../bridge.ts';
import { whileTasksChange } from '../../stores/accounts/account-money.ts';
import { appFacts, useAppStore } from '../../stores/app-store.ts';
import { useReferences } from '../../stores/compose/compose-references.ts';
import { useCompose } from '../../stores/compose/compose-store.ts';
import { useTemplates } from '../../stores/compose/template-store.ts';
import { useTasks, useThrottledTasks } from '../../stores/tasks-store.ts';
import { waitingTasks } from '../../stores/tasks/unsent-price.ts';
import { useQuick } from '../../stores/windows/quick-asked.ts';
import { remember } from '../../stores/windows/remember-view.ts';
import { currentFormats, currentWords } from '../../words/words.ts';
import { answerQuickPress, queuedAs } from './answer-quick-press.ts';
import { quickOffer } from './quick-offer.ts';

/** Answers the quick prompt for as long as the page is there: shows what its text would cost, and sends it. Returns what ends that. */
export function followQuickField(): () => void {
  let asked: QuickAsked | null = null;
  let shown = '';
  let money: { readonly accountId: AccountId; readonly words: string | null; readonly end: () => void } | null = null;
  /** The task that was sent last while the field stayed open. */
  let latest: { readonly taskId: TaskId; readonly told: string } | null = null;

  const endMoney = (): void => {
    money?.end();
    money = null;
  };

  /** What is left of the account's budget. Read again while the field is open and tasks change. */
  const followMoney = (accountId: AccountId): string | null => {
    if (money?.accountId === accountId) return money.words;
    endMoney();
    const end = whileTasksChange(async (isOutdated) => {
      const { tasks } = useTasks.getState();
      const answer = await bridge.spendingSpent({ accountId });
      if (!answer.ok || isOutdated() || money?.accountId !== accountId) return;
      const { accounts, prices } = appFacts();
      const account = accounts.find(({ id }) => id === accountId);
      const waiting = waitingTasks(accountId, useTasks.getState().tasks, tasks);
      const left = account && leftOfBudget(currentWords(), currentFormats(), account, { spent: answer.value, waiting: { price: priceOfUnsent(waiting, { prices, accounts }), count: waiting.length } });
      money = { ...money, words: left?.words ?? null };
      update();
    });
    money = { accountId, words: null, end };
    return null;
  };

  const show = (outcome: QuickOutcome | null): void => {
    if (asked === null) return;
    const id = quickOffer(asked, null).account?.id ?? null;
    const left = asked.isOpen && id !== null ? followMoney(id) : null;
    const next: QuickShown = { view: quickOffer(asked, left).view, outcome };
    const text = JSON.stringify(next);
    if (text === shown) return;
    shown = text;
    void bridge.quickShow(next);
  };

  const update = (): void => {
    if (asked?.isOpen !== true) return endMoney();
    if (latest === null) return show(null);
    const now = queuedAs(latest.taskId);
    if (now.detail === latest.told) return;
    latest = { taskId: latest.taskId, told: now.detail ?? '' };
    show(now);
  };

  const take = async (): Promise<void> => {
    const answer = await bridge.quickTake();
    if (!answer.ok) return;
    const before = asked;
    asked = answer.value;
    const { press, shortcut, text } = asked;
    useQuick.setState({ shortcut });
    remember({ quickDraft: text });
    // What is written next is another prompt, and a field that opens again shows everything.
    if (text !== '' || !asked.isOpen || before?.isOpen !== true) latest = null;
    if (asked.isOpen && before?.isOpen !== true) shown = '';
    if (press === null) return update();
    const outcome = await answerQuickPress(press, (taskId) => (latest = { taskId, told: '' }));
    if (outcome.is !== 'kept') {
      asked = { ...asked, text: '' };
      remember({ quickDraft: '' });
    }
    show(outcome);
  };

  const ends = [
    useQuick.subscribe((now, before) => {
      if (now.asked !== before.asked) void take();
    }),
    ...[useAppStore, useCompose, useTemplates, useReferences, useThrottledTasks].map((store) => store.subscribe(update)),
    endMoney,
  ];
  void take();
  return () => {
    for (const end of ends) end();
  };
}
