import '@fontsource-variable/inter/wght.css';
import '../styles/tokens.css';
import './quick.css';
import type { QuickApi, QuickOrder, QuickOutcome, QuickView } from '../../shared/windows/quick-field.ts';
import { createEnterRule, type EnterEvent } from './enter-rule.ts';

/** The page of the quick prompt. It shows what the page of the main window tells it, and tells what was typed and pressed. */

const { quick } = window as unknown as { readonly quick: QuickApi };
const prompt = element('prompt', HTMLTextAreaElement);
const account = element('account', HTMLSelectElement);
const send = element('send', HTMLButtonElement);
const [title, choices, price, said] = ['title', 'choices', 'price', 'said'].map((id) => element(id, HTMLElement)) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];

/** Milliseconds after which the person may press again although no answer came. */
const patience = 15_000;

const enter = createEnterRule();
let view: QuickView | null = null;
/** A press that was not answered yet. */
let waiting: { readonly text: string; readonly timer: number } | null = null;
let closing: number | undefined;
/** What came of the latest press, until the person goes on. */
let outcome: QuickOutcome | null = null;

quick.onOrder((order: QuickOrder) => {
  if (order.kind === 'opened') return opened(order.text);
  view = order.view;
  if (order.outcome !== null) ended(order.outcome);
  draw();
});

function opened(text: string): void {
  enter.opened(performance.now());
  forget();
  if (waiting === null && prompt.value !== text) prompt.value = text;
  prompt.focus();
  prompt.setSelectionRange(prompt.value.length, prompt.value.length);
  draw();
}

function ended(next: QuickOutcome): void {
  outcome = next;
  if (waiting !== null) {
    clearTimeout(waiting.timer);
    if (next.is !== 'kept' && prompt.value === waiting.text) prompt.value = '';
    waiting = null;
  }
  clearTimeout(closing);
  if (next.closesAfter !== null) closing = window.setTimeout(() => quick.tell({ kind: 'close' }), next.closesAfter);
}

/** The person goes on: what was said of the press before is over. */
function forget(): void {
  outcome = null;
  clearTimeout(closing);
}

function submit(): void {
  if (view === null || waiting !== null || prompt.value.trim() === '') return;
  forget();
  const text = prompt.value;
  const timer = window.setTimeout(() => {
    waiting = null;
    if (view !== null) outcome = { is: 'kept', words: view.labels.unanswered, detail: null, closesAfter: null };
    draw();
  }, patience);
  waiting = { text, timer };
  quick.tell({ kind: 'send', text, offer: view.offer });
  draw();
}

function tooSoon(): void {
  if (view === null) return;
  outcome = { is: 'kept', words: view.labels.again, detail: null, closesAfter: null };
  draw();
}

function draw(): void {
  if (view === null) return;
  const { labels } = view;
  if (view.theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = view.theme;
  document.documentElement.dir = view.direction;
  document.documentElement.lang = view.language;
  document.title = labels.title;
  title.textContent = labels.title;
  prompt.placeholder = labels.placeholder;
  prompt.ariaLabel = labels.prompt;
  prompt.readOnly = waiting !== null;
  account.ariaLabel = labels.account;
  drawAccounts(view);
  choices.textContent = view.choices;
  choices.title = view.choices;
  price.textContent = [view.price, view.left].filter((words) => words !== null).join(' · ');
  price.title = price.textContent;
  send.textContent = view.action;
  send.ariaDisabled = String(view.isBlocked || waiting !== null);
  said.textContent = outcome === null ? (view.note ?? '') : [outcome.words, outcome.detail].filter((words) => words !== null).join(' · ');
  said.dataset['is'] = outcome?.is ?? 'note';
  said.title = said.textContent;
}

/** Built again only if they are others: an open list would close. */
function drawAccounts({ accounts, accountId }: QuickView): void {
  const key = JSON.stringify(accounts);
  if (account.dataset['accounts'] !== key) {
    account.dataset['accounts'] = key;
    account.replaceChildren(...accounts.map(({ id, name }) => new Option(name, id)));
  }
  account.value = accountId ?? '';
}

prompt.addEventListener('input', () => {
  forget();
  quick.tell({ kind: 'text', text: prompt.value });
  draw();
});
account.addEventListener('change', () => {
  forget();
  quick.tell({ kind: 'account', accountId: account.value });
});
for (const type of ['keydown', 'keyup'] as const) {
  prompt.addEventListener(type, (event) => {
    const judged = enter.judge(event as EnterEvent);
    // A line break would be in the text that is sent.
    if (judged !== 'other') event.preventDefault();
    if (judged === 'send') submit();
    if (judged === 'too-soon') tooSoon();
  });
}
// Its own key press may be the one that is held.
send.addEventListener('keydown', (event) => {
  if (event.key === ' ' || event.repeat) event.preventDefault();
});
send.addEventListener('click', ({ detail, timeStamp }) => {
  if (detail > 1) return;
  if (enter.isTooSoon(timeStamp)) tooSoon();
  else submit();
});
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.isComposing) quick.tell({ kind: 'close' });
});

function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`quick.html has no #${id}`);
  return found;
}
