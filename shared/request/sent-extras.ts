import type { Account } from '../account.ts';
import type { ComposeChoices } from '../settings.ts';
import type { GenerationRequest, RequestFields } from '../task.ts';

/** The fields that the next request is sent with. Its own replace those of the account. */
export const sentFields = (account: Account, choices: ComposeChoices): RequestFields => ({ ...account.options.fields, ...choices.fields });

/** What the next request has besides prompt, model, size and quality. References are left out if the account has no field for them. */
export function sentExtras(account: Account, choices: ComposeChoices): Pick<GenerationRequest, 'fields' | 'references'> {
  const fields = sentFields(account, choices);
  const references = account.options.references === null ? [] : (choices.references ?? []);
  return { ...(Object.keys(fields).length > 0 && { fields }), ...(references.length > 0 && { references }) };
}
