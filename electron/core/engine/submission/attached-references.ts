import type { AccountId, GenerationRequest } from '../../../../shared/task.ts';
import type { LongField } from '../../service/outcomes.ts';

export interface AttachedReferences {
  readonly field: LongField;
  /** Whether the account's reference field has not changed since this was made. */
  readonly isCurrent: () => boolean;
}

/**
 * Makes the field with a request's reference pictures, in the form that the account has set. Null: the account does not take them in this form, or a
 * copy is missing or has changed. The request must not be sent then. Only for requests with references.
 */
export type AttachReferences = (accountId: AccountId, request: GenerationRequest) => Promise<AttachedReferences | null>;
