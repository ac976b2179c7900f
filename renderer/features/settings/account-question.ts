import type { Account, AccountTest, KeyKeeping } from '../../../shared/account.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Result } from '../../../shared/result.ts';
import { bridge } from '../../bridge.ts';

/** What a form about an account asks for. */
export type AccountQuestion =
  | { readonly kind: 'add' }
  /** SERVICE_API_KEY: main has the key, only the rest is asked for. */
  | { readonly kind: 'environment'; readonly lastFour: string }
  | { readonly kind: 'rename' | 'replace-key' | 'change-address'; readonly account: Account };

export type AccountField = 'name' | 'address' | 'key' | 'keeping';

const fields: Readonly<Record<AccountQuestion['kind'], readonly AccountField[]>> = {
  add: ['name', 'address', 'key', 'keeping'],
  environment: ['name', 'address', 'keeping'],
  rename: ['name'],
  'replace-key': ['key', 'keeping'],
  // A key is bound to the address that it was given for.
  'change-address': ['address', 'key', 'keeping'],
};

export function asksFor(question: AccountQuestion, field: AccountField): boolean {
  return fields[question.kind].includes(field);
}

/** What stands in the form. `keeping` is null until somebody chose: without a keyring nothing is chosen for them. */
export interface AccountDraft {
  readonly name: string;
  readonly address: string;
  readonly key: string;
  readonly keeping: KeyKeeping | null;
}

export function draftFor(question: AccountQuestion, keyring: 'available' | 'unavailable'): AccountDraft {
  const account = 'account' in question ? question.account : null;
  return {
    name: account?.name ?? '',
    address: account?.baseUrl ?? '',
    key: '',
    keeping: keyring === 'available' ? 'protected' : null,
  };
}

/** Nothing that is asked for is missing. */
export function isComplete(question: AccountQuestion, draft: AccountDraft): boolean {
  return fields[question.kind].every((field) => (field === 'keeping' ? draft.keeping !== null : draft[field].trim() !== ''));
}

/** Under which field an error belongs; null: it is about none of them. */
export function fieldOf(error: AppError, question: AccountQuestion): AccountField | null {
  const field = ownFieldOf(error);
  return field !== null && asksFor(question, field) ? field : null;
}

function ownFieldOf({ code }: AppError): AccountField | null {
  if (code === 'key-malformed' || code === 'key-missing' || code === 'address-needs-key') return 'key';
  if (code === 'address-invalid' || code === 'address-not-https') return 'address';
  return code === 'no-keyring' ? 'keeping' : null;
}

/** Hands the answers to main. */
export function save(question: AccountQuestion, { name, address, key, keeping }: AccountDraft): Promise<Result<unknown>> {
  const chosen = keeping ?? 'protected';
  switch (question.kind) {
    case 'add':
      return bridge.accountsAdd({ name, baseUrl: address, key, keeping: chosen });
    case 'environment':
      return bridge.accountsKeepEnvironmentKey({ name, baseUrl: address, keeping: chosen });
    case 'rename':
      return bridge.accountsRename({ accountId: question.account.id, name });
    case 'replace-key':
      return bridge.accountsReplaceKey({ accountId: question.account.id, key, keeping: chosen });
    case 'change-address':
      return bridge.accountsChangeAddress({ accountId: question.account.id, baseUrl: address, key, keeping: chosen });
  }
}

/** Tries key and address as they stand in the form, without spending. */
export function tryOut(question: AccountQuestion, { address, key }: AccountDraft): Promise<Result<AccountTest>> {
  const baseUrl = question.kind === 'replace-key' ? question.account.baseUrl : address;
  return bridge.accountsTestNew({ baseUrl, key });
}
