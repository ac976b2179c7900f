import { isSameAccount, type Account, type AccountTest, type Consoles, type KeyKeeping } from '../../../../shared/account.ts';
import { readBaseUrl } from '../../../../shared/base-url.ts';
import { readConsoleAddress } from '../../../../shared/console-address.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import { bridge } from '../../../bridge.ts';
import type { AccountQuestion } from '../../../stores/account-question.ts';

export type AccountField = 'name' | 'address' | 'key' | 'keeping' | 'consoles';

const fields: Readonly<Record<AccountQuestion['kind'], readonly AccountField[]>> = {
  add: ['name', 'address', 'key', 'keeping', 'consoles'],
  environment: ['name', 'address', 'keeping', 'consoles'],
  rename: ['name'],
  'replace-key': ['key', 'keeping'],
  // A key is bound to the address that it was given for.
  'change-address': ['address', 'key', 'keeping'],
  consoles: ['consoles'],
};

export function asksFor(question: AccountQuestion, field: AccountField): boolean {
  return fields[question.kind].includes(field);
}

/** What is in the form. `keeping` is null until the person chooses, because without a keyring nothing is chosen for them. */
export interface AccountDraft {
  readonly name: string;
  readonly address: string;
  readonly key: string;
  readonly keeping: KeyKeeping | null;
  /** As typed. Empty: none. */
  readonly keyConsole: string;
  readonly billingConsole: string;
}

export function draftFor(question: AccountQuestion, keyring: 'available' | 'unavailable'): AccountDraft {
  const account = 'account' in question ? question.account : 'from' in question ? question.from : undefined;
  return {
    name: account?.name ?? '',
    address: account?.baseUrl ?? '',
    key: '',
    keeping: keyring === 'available' ? 'protected' : null,
    keyConsole: account?.consoles.key ?? '',
    billingConsole: account?.consoles.billing ?? '',
  };
}

/** Whether nothing required is missing, and all console addresses can be opened. */
export function isComplete(question: AccountQuestion, draft: AccountDraft): boolean {
  return fields[question.kind].every((field) => {
    if (field === 'consoles') return [draft.keyConsole, draft.billingConsole].every((text) => text.trim() === '' || readConsoleAddress(text).ok);
    return field === 'keeping' ? draft.keeping !== null : draft[field].trim() !== '';
  });
}

/** The removed account that adding this one restores. Null: it is a new account. */
export function formerAccount(question: AccountQuestion, { name, address }: AccountDraft, accounts: readonly Account[]): Account | null {
  const reading = readBaseUrl(address);
  if (!asksFor(question, 'name') || !asksFor(question, 'address') || !reading.ok) return null;
  return accounts.find((account) => account.removed && isSameAccount(account, name, reading.base)) ?? null;
}

/** The field that an error belongs to. Null: none. */
export function fieldOf(error: AppError, question: AccountQuestion): AccountField | null {
  const field = ownFieldOf(error);
  return field !== null && asksFor(question, field) ? field : null;
}

function ownFieldOf({ code }: AppError): AccountField | null {
  if (code === 'key-malformed' || code === 'key-missing' || code === 'address-needs-key') return 'key';
  if (code === 'address-invalid' || code === 'address-not-https') return 'address';
  return code === 'no-keyring' ? 'keeping' : null;
}

/** What was saved. `test`: the result of testing a new account's key. Null: nothing was added. */
export interface Saved {
  readonly test: AccountTest | null;
}

/** Sends the form to main. `test`: the result for the key and address in the form. A new account is selected only if it passed. */
export async function save(question: AccountQuestion, draft: AccountDraft, test: AccountTest | null): Promise<Result<Saved>> {
  const { name, address, key, keeping } = draft;
  const chosen = keeping ?? 'protected';
  switch (question.kind) {
    case 'add': {
      const select = test?.outcome === 'accepted';
      return savedWith(test, await bridge.accountsAdd({ name, baseUrl: address, key, keeping: chosen, consoles: consolesOf(draft), select }));
    }
    case 'environment': {
      const answer = await bridge.accountsKeepEnvironmentKey({ name, baseUrl: address, keeping: chosen, consoles: consolesOf(draft) });
      return answer.ok ? ok({ test: answer.value.test }) : answer;
    }
    case 'rename':
      return savedWith(null, await bridge.accountsRename({ accountId: question.account.id, name }));
    case 'replace-key':
      return savedWith(null, await bridge.accountsReplaceKey({ accountId: question.account.id, key, keeping: chosen }));
    case 'change-address':
      return savedWith(null, await bridge.accountsChangeAddress({ accountId: question.account.id, baseUrl: address, key, keeping: chosen }));
    case 'consoles':
      return savedWith(null, await bridge.accountsSetConsoles({ accountId: question.account.id, consoles: consolesOf(draft) }));
  }
}

function savedWith(test: AccountTest | null, answer: Result<unknown>): Result<Saved> {
  return answer.ok ? ok({ test }) : answer;
}

function consolesOf({ keyConsole, billingConsole }: AccountDraft): Consoles {
  return { key: keyConsole.trim() || null, billing: billingConsole.trim() || null };
}

/** Tests the key and address in the form, without spending. */
export function tryOut(question: AccountQuestion, { address, key }: AccountDraft): Promise<Result<AccountTest>> {
  const baseUrl = question.kind === 'replace-key' ? question.account.baseUrl : address;
  return bridge.accountsTestNew({ baseUrl, key });
}

/** Whether a text could be a key: visible ASCII characters without spaces. Main decides; this only finds mistakes sooner. */
export function looksLikeKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text.trim());
}
