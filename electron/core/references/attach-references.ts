import type { ReferenceField } from '../../../shared/account.ts';
import { referenceFault } from '../../../shared/request/reference-checks.ts';
import type { AccountId, Reference } from '../../../shared/task.ts';
import type { AttachReferences } from '../engine/submission/attached-references.ts';
import type { ReferenceStore } from './reference-store.ts';

export interface AttachReferencesDeps {
  readonly store: Pick<ReferenceStore, 'encode'>;
  readonly field: (accountId: AccountId) => ReferenceField | null;
}

export function createAttachReferences({ store, field }: AttachReferencesDeps): AttachReferences {
  return async (accountId, request) => {
    const { references = [] } = request;
    const found = field(accountId);
    if (found === null || referenceFault(found, request) !== null) return null;
    const values: Uint8Array[] = [];
    for (const reference of references) {
      const value = await jsonOf(reference, store);
      if (value === null) return null;
      values.push(...(values.length === 0 ? [] : [ascii(',')]), ...value);
    }
    const json = found.several ? [ascii('['), ...values, ascii(']')] : values;
    return { field: { name: found.name, json }, isCurrent: () => field(accountId) === found };
  };
}

const ascii = (text: string): Uint8Array => Buffer.from(text);

/** A data URL has no characters that JSON escapes. */
async function jsonOf(reference: Reference, store: Pick<ReferenceStore, 'encode'>): Promise<readonly Uint8Array[] | null> {
  if (reference.kind === 'address') return [Buffer.from(JSON.stringify(reference.url))];
  const encoded = await store.encode(reference);
  return encoded && [ascii('"'), encoded, ascii('"')];
}
