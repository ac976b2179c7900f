import { isFree, type Account } from '../../../shared/account.ts';
import { choiceTexts, combinations, requestsOfForm, written } from '../../../shared/request/compose-matrix.ts';
import { sentExtras } from '../../../shared/request/sent-extras.ts';
import type { ComposeChoices } from '../../../shared/settings.ts';
import type { GenerationRequest } from '../../../shared/task.ts';
import type { QuickAsked, QuickLabels, QuickView } from '../../../shared/windows/quick-field.ts';
import { formPrice } from '../costs/form-price.ts';
import { appFacts } from '../../stores/app-store.ts';
import { useReferences } from '../../stores/compose/compose-references.ts';
import { choicesIn, useCompose } from '../../stores/compose/compose-store.ts';
import { needsQuestion } from '../../stores/compose/submit.ts';
import { templateOf, useTemplates } from '../../stores/compose/template-store.ts';
import { complaintAbout, whyNotSent } from '../../stores/compose/why-not-sent.ts';
import { isRightToLeft } from '../../ui/direction.ts';
import { currentFormats, currentWords } from '../../words/words.ts';

/** What a press of Enter in the quick prompt does. `window`: the main window goes on, because there are several tasks or something has to be asked. */
export type QuickDeed = 'nothing' | 'window' | 'send';

export interface QuickOffer {
  readonly view: QuickView;
  readonly deed: QuickDeed;
  readonly account: Account | null;
  /** As they are kept. */
  readonly choices: ComposeChoices;
  /** The only one. Null: there are several, or nothing can be sent. */
  readonly request: GenerationRequest | null;
}

/** What the compose bar would send with this text and this account's choices, and what that costs. `left`: what is left of the account's budget, in words. */
export function quickOffer({ text: typed, accountId }: Pick<QuickAsked, 'text' | 'accountId'>, left: string | null): QuickOffer {
  const say = currentWords();
  const formats = currentFormats();
  const facts = appFacts();
  const accounts = facts.accounts.filter(({ removed }) => !removed);
  const account = accounts.find(({ id }) => id === accountId) ?? accounts.find(({ id }) => id === facts.selectedAccountId) ?? null;
  const choices = written(choicesIn(useCompose.getState(), { selectedAccountId: account?.id ?? facts.selectedAccountId, settings: facts.settings }));
  const text = typed.trim();
  const isTemplate = templateOf(text, useTemplates.getState().wildcards, facts.settings.plainBraces) !== null;
  const isSeveral = isTemplate || combinations(choices) > 1;
  const hindered = whyNotSent({ account, complaint: complaintAbout(account, typed, choices, 1), isEmpty: text === '', references: useReferences.getState() });
  const extras = account ? sentExtras(account, choices) : {};
  const request = account && !isSeveral ? (requestsOfForm([text], choices, extras, 1)[0] ?? null) : null;
  const asks = account !== null && request !== null && needsQuestion([{ accountId: account.id, request, count: 1, retryOf: null }]);
  const deed: QuickDeed = hindered !== null ? 'nothing' : isSeveral || asks ? 'window' : 'send';
  const price = account && !isTemplate ? formPrice(say, formats, { account, choices, all: combinations(choices), sent: 0 }, facts) : null;
  const references = extras.references?.length ?? 0;
  const texts = [...choiceTexts(say, choices, ', '), ...(references > 0 ? [say('quick.references', { count: references })] : [])];
  return {
    deed,
    account,
    choices,
    request,
    view: {
      theme: facts.settings.theme,
      direction: isRightToLeft() ? 'rtl' : 'ltr',
      language: document.documentElement.lang,
      accounts: accounts.map(({ id, name }) => ({ id, name: isFree(id) ? say('compose.practice-mark') : name })),
      accountId: account?.id ?? null,
      choices: texts.join(' · '),
      price: price?.full ?? null,
      left,
      // An empty field needs no reproach.
      note: hindered !== null ? (text === '' && hindered.words === 'compose.no-prompt' ? null : say(hindered.words, hindered.values)) : isSeveral ? say('quick.several') : asks ? say('quick.asks') : null,
      action: deed === 'window' ? say('quick.continue') : say('quick.action'),
      isBlocked: deed === 'nothing',
      offer: JSON.stringify([account?.id ?? null, deed === 'window', price?.full ?? null, { ...request, prompt: '' }]),
      labels: labels(),
    },
  };
}

function labels(): QuickLabels {
  const say = currentWords();
  return {
    title: say('quick.title'),
    prompt: say('compose.prompt'),
    placeholder: say('compose.placeholder'),
    account: say('compose.account'),
    again: say('quick.again'),
    unanswered: say('quick.unanswered'),
  };
}
