import type { AssistantAllowance } from './assistants.ts';
import type { ExpectedPrice } from './money/expected-price.ts';
import type { AccountId, TaskId } from './task.ts';

/** Why a request goes beyond what the person allows without a question. `asks`: Latent would ask the person, too, because of a limit of the account or the number of tasks. */
export type WhyBeyond = 'price-unknown' | 'call' | 'day' | 'asks';

/** What a request would cost. */
export interface AssistantQuote {
  readonly accountId: AccountId;
  /** Null: free, or its price is not known. */
  readonly price: ExpectedPrice | null;
  readonly free: boolean;
  /** Null: it may be sent without a question. */
  readonly why: WhyBeyond | null;
  readonly allowance: AssistantAllowance;
}

/** What became of a request of an assistant. `taken`: its tasks are on disk, and are sent unless they are `held`. `beyond`: nothing was taken. */
export type AssistantOutcome =
  | { readonly outcome: 'taken'; readonly taskIds: readonly TaskId[]; readonly isNew: boolean }
  | { readonly outcome: 'beyond'; readonly quote: AssistantQuote };
