import type { Account } from '../../../shared/account.ts';
import { checkPrompt, checkRequest, type Complaint } from '../../../shared/request/compose-checks.ts';
import type { ComposeChoices } from '../../../shared/settings.ts';
import type { WordKey, WordValues } from '../../../shared/words/index.ts';
import { lacksReferences, type ReferencesStore } from './compose-references.ts';

interface Why {
  readonly words: WordKey;
  readonly values?: WordValues | undefined;
}

/** What stands in the way of a submission. */
export interface Hindrances {
  readonly account: Account | null;
  readonly complaint: Complaint | null;
  readonly isEmpty: boolean;
  readonly references: ReferencesStore;
}

/** Why nothing can be sent, for the compose bar and the quick prompt. The first reason counts. Null: it can, as far as one task is concerned. */
export function whyNotSent({ account, complaint, isEmpty, references }: Hindrances): Why | null {
  if (!account) return { words: 'compose.no-account' };
  if (account.key.status !== 'present') return { words: 'compose.no-key' };
  if (complaint?.blocks) return complaint;
  if (isEmpty) return { words: 'compose.no-prompt' };
  if (lacksReferences(references)) return { words: references.copying > 0 ? 'references.copying' : 'references.refused-address' };
  return null;
}

/** The first problem with what would be sent. */
export const complaintAbout = (account: Account | null, prompt: string, choices: ComposeChoices, count: number | null): Complaint | null =>
  checkPrompt(prompt) ?? (account && checkRequest(account, choices, count));
