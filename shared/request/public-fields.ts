import type { RequestFields } from '../task.ts';

const address = /[a-z][a-z0-9+.-]*:\/\/|^data:/i;
const secretName = /(?:^key|api[-_ ]?key|token|secret|password|authorization|signature)$/i;

/** Leaves out fields that may hold a webhook, a signed address or a key, because the recipient of a copy must not get them. Null: none is left. */
export function publicFields(fields: RequestFields | null): RequestFields | null {
  const isPublic = (name: string, value: unknown): boolean => !(typeof value === 'string' && (address.test(value) || secretName.test(name)));
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((item) => isPublic('', item)).map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).flatMap(([name, item]) => (isPublic(name, item) ? [[name, clean(item)]] : [])));
  };
  const left = clean(fields) as RequestFields | null;
  return left !== null && Object.keys(left).length === 0 ? null : left;
}
