import { isSameAccount, type Account, type AccountTest, type ClipboardKeyOffer, type ConsoleName, type EnvironmentKeyOffer, type KeyKeeping } from '../../../../shared/account.ts';
import { readBaseUrl, type BaseUrlReading } from '../../../../shared/network/base-url.ts';
import { readConsoleAddress } from '../../../../shared/network/console-address.ts';
import type { KeyCorrection } from '../../../../shared/network/service-key.ts';
import type { AppError, ErrorCode } from '../../../../shared/errors.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import type { AccountId } from '../../../../shared/task.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { bridge } from '../../../bridge.ts';
import { confirmKey } from '../../../stores/accounts/released-tasks.ts';
import { appFacts } from '../../../stores/app-store.ts';
import { notifyIfFailed } from '../../../ui/toast.tsx';
import { sentences, series } from '../../../../shared/words/in-a-row.ts';

type AccountField = 'name' | 'address' | 'key' | 'keeping' | 'consoles';

/** What a form about an account asks for. */
export type AccountFormKind =
  /** `from`: a removed account that is added again. */
  | { readonly kind: 'add'; readonly from?: Account }
  /** Main has the key from SERVICE_API_KEY. The form asks only for the rest. */
  | ({ readonly kind: 'environment' } & EnvironmentKeyOffer)
  /** The same with a key that main took from the clipboard. */
  | ({ readonly kind: 'clipboard' } & ClipboardKeyOffer)
  | { readonly kind: 'rename' | 'replace-key' | 'change-address' | 'consoles'; readonly account: Account };

/** What gets the focus after a dialog about accounts. The button of the empty state disappears once there is an account. */
export const fallbackFocus = (): HTMLElement | null => document.querySelector<HTMLElement>('main :is([role="combobox"], button:enabled)');

const fields: Readonly<Record<AccountFormKind['kind'], readonly AccountField[]>> = {
  add: ['name', 'address', 'key', 'keeping', 'consoles'],
  environment: ['name', 'address', 'keeping', 'consoles'],
  clipboard: ['name', 'address', 'keeping', 'consoles'],
  rename: ['name'],
  'replace-key': ['key', 'keeping'],
  // A key is bound to the address that it was given for.
  'change-address': ['address', 'key', 'keeping'],
  consoles: ['consoles'],
};

export function asksFor({ kind }: AccountFormKind, field: AccountField): boolean {
  return fields[kind].includes(field);
}

/** What is in the form. `keeping` is null until the person chooses, because without a keyring nothing is chosen for them. */
export interface AccountDraft {
  readonly name: string;
  readonly address: string;
  readonly key: string;
  readonly keeping: KeyKeeping | null;
  /** As typed. Empty: none. */
  readonly consoles: Readonly<Record<ConsoleName, string>>;
}

export function draftFor(question: AccountFormKind, keyring: 'available' | 'unavailable'): AccountDraft {
  const account = 'account' in question ? question.account : 'from' in question ? question.from : undefined;
  return {
    name: account?.name ?? '',
    address: account?.baseUrl ?? '',
    key: '',
    keeping: keyring === 'available' ? 'protected' : null,
    consoles: { key: account?.consoles.key ?? '', billing: account?.consoles.billing ?? '' },
  };
}

/** Whether nothing required is missing, and all console addresses can be opened. */
export function isComplete({ kind }: AccountFormKind, draft: AccountDraft): boolean {
  return fields[kind].every((field) => {
    if (field === 'consoles') return Object.values(draft.consoles).every((text) => text.trim() === '' || readConsoleAddress(text).ok);
    return field === 'keeping' ? draft.keeping !== null : draft[field].trim() !== '';
  });
}

/** The removed account that adding this one restores. Null: it is a new account. */
export function formerAccount(question: AccountFormKind, { name, address }: AccountDraft, accounts: readonly Account[]): Account | null {
  const reading = readBaseUrl(address);
  if (!asksFor(question, 'name') || !asksFor(question, 'address') || !reading.ok) return null;
  return accounts.find((account) => account.removed && isSameAccount(account, name, reading.base)) ?? null;
}

const errorFields: Partial<Record<ErrorCode, 'address' | 'key'>> = {
  'address-invalid': 'address',
  'address-not-https': 'address',
  'address-has-user': 'address',
  'key-malformed': 'key',
  'key-spaces': 'key',
  'key-masked': 'key',
  'key-dashes': 'key',
  'key-missing': 'key',
  'clipboard-empty': 'key',
  'clipboard-no-key': 'key',
};

/** The field under which an error is shown. Null: none, so it is shown below the form. */
export function fieldOf({ code }: AppError, question: AccountFormKind): 'address' | 'key' | null {
  const field = errorFields[code];
  return field !== undefined && asksFor(question, field) ? field : null;
}

/**
 * Sends the form to main, and answers with the test of a new account's key. Asks first if a key sends tasks that wait for it; `declined`: the person said no.
 * @param test its result so far. A new account is selected only if it passed.
 */
export async function save(question: AccountFormKind, draft: AccountDraft, test: AccountTest | null): Promise<Result<AccountTest | null> | 'declined'> {
  const given = asksFor(question, 'keeping') ? accountOf(question, draft) : null;
  if (given !== null && !(await confirmKey(given.id))) return 'declined';
  const { name, key } = draft;
  const baseUrl = usedAddress(draft.address);
  const keeping = draft.keeping ?? 'protected';
  const consoles = { key: draft.consoles.key.trim() || null, billing: draft.consoles.billing.trim() || null };
  const send = (): Promise<Result<{ readonly accountId: string; readonly test?: AccountTest } | void>> => {
    switch (question.kind) {
      case 'add':
        return bridge.accountsAdd({ name, baseUrl, key, keeping, consoles, select: test?.outcome === 'accepted' });
      case 'environment':
        return bridge.accountsKeepEnvironmentKey({ name, baseUrl, keeping, consoles });
      case 'clipboard':
        return bridge.accountsKeepClipboardKey({ name, baseUrl, keeping, consoles });
      case 'rename':
        return bridge.accountsRename({ accountId: question.account.id, name });
      case 'replace-key':
        return bridge.accountsReplaceKey({ accountId: question.account.id, key, keeping });
      case 'change-address':
        return bridge.accountsChangeAddress({ accountId: question.account.id, baseUrl, key, keeping });
      case 'consoles':
        return bridge.accountsSetConsoles({ accountId: question.account.id, consoles });
    }
  };
  const answer = await send();
  return answer.ok ? ok(answer.value?.test ?? test) : answer;
}

/** The known account that the form is about. */
const accountOf = (question: AccountFormKind, draft: AccountDraft): Account | null => ('account' in question ? question.account : formerAccount(question, draft, appFacts().accounts));

/** Tests the key of an account, after a question if a key that passes sends tasks that wait for it. Shows errors. */
export async function testAccount(accountId: AccountId, onTest: () => void): Promise<void> {
  if (!(await confirmKey(accountId, 'test'))) return;
  onTest();
  await notifyIfFailed(bridge.accountsTest({ accountId }));
}

/** Tests the key and address in the form, without spending. */
export function tryOut(question: AccountFormKind, { address, key }: AccountDraft): Promise<Result<AccountTest>> {
  const baseUrl = question.kind === 'replace-key' ? question.account.baseUrl : usedAddress(address);
  return bridge.accountsTestNew({ baseUrl, key });
}

/** What is sent of the address field. A pasted command may also contain a key, so only the address in it travels. */
function usedAddress(text: string): string {
  const reading = readBaseUrl(text);
  return reading.ok ? reading.base : text;
}

/** Which address is used, and what was corrected in it. */
export function correctedAddress(say: Words, { base, corrected }: Extract<BaseUrlReading, { ok: true }>): string {
  const used = say('settings.account.address-used', { base });
  if (corrected.length === 0) return used;
  const changes = series(say, corrected.map((correction) => say(`settings.account.address-corrected.${correction}`)));
  return sentences(say, [say('settings.account.address-corrected', { base, changes }), used]);
}

/** What is corrected in a key before it is kept and sent. */
export function correctedKey(say: Words, corrected: readonly KeyCorrection[]): string {
  return say('settings.account.key-corrected', { changes: series(say, corrected.map((correction) => say(`settings.account.key-corrected.${correction}`))) });
}
