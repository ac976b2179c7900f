import { create } from 'zustand';
import type { Account, EnvironmentKeyOffer, RemovalFacts } from '../../../shared/account.ts';

/** What a form about an account asks for. */
export type AccountFormKind =
  /** `from`: a removed account that is added again. */
  | { readonly kind: 'add'; readonly from?: Account }
  /** Main has the key from SERVICE_API_KEY. The form asks only for the rest. */
  | ({ readonly kind: 'environment' } & EnvironmentKeyOffer)
  | { readonly kind: 'rename' | 'replace-key' | 'change-address' | 'consoles'; readonly account: Account };

/** A form, or a question to confirm. */
export type AccountQuestion =
  | AccountFormKind
  /** Whether to use an account whose last test failed. */
  | { readonly kind: 'choose'; readonly account: Account }
  | { readonly kind: 'forget-key'; readonly account: Account }
  | { readonly kind: 'remove'; readonly account: Account; readonly facts: RemovalFacts };

/** Null: no dialog is open. */
export const useAccountQuestion = create<{ readonly question: AccountQuestion | null }>(() => ({ question: null }));

export function askAccount(question: AccountQuestion | null): void {
  useAccountQuestion.setState({ question });
}

/** Opens the form for a new account in any room. */
export function openAddAccount(): void {
  askAccount({ kind: 'add' });
}
