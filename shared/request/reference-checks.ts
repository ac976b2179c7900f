import type { ReferenceField } from '../account.ts';
import { readUrl } from '../network/read-url.ts';
import type { GenerationRequest, PictureReference } from '../task.ts';

/** Checks of reference pictures. No schema: the window reads this, and its policy forbids what zod tries first. */

const mebibyte = 1024 * 1024;

/** At most: references of one request, bytes of one picture, bytes of all together, characters of a name, characters of an address. */
export const referenceLimits = { count: 16, bytes: 20 * mebibyte, allBytes: 32 * mebibyte, name: 255, address: 8192 } as const;

/**
 * Why a request's references cannot be sent to an account. `no-field`: the account has no field for them. `pictures`, `addresses`: its field does
 * not take these. `password`: an address contains one. `several`: it takes only one. `twice`: the request has a field of that name already.
 * `too-many`, `too-large`: beyond the limits.
 */
export type ReferenceFault = 'no-field' | 'pictures' | 'addresses' | 'password' | 'several' | 'twice' | 'too-many' | 'too-large';

export const hasReferences = ({ references = [] }: Pick<GenerationRequest, 'references'>): boolean => references.length > 0;

/** The first fault, or null: they can be sent, or there are none. */
export function referenceFault(field: ReferenceField | null, { fields = {}, references = [] }: Pick<GenerationRequest, 'fields' | 'references'>): ReferenceFault | null {
  if (references.length === 0) return null;
  if (field === null) return 'no-field';
  if (field.form === 'address' && references.some(({ kind }) => kind === 'file')) return 'pictures';
  if (field.form === 'data-url' && references.some(({ kind }) => kind === 'address')) return 'addresses';
  if (references.some((reference) => reference.kind === 'address' && addressFault(reference.url) !== null)) return 'password';
  if (!field.several && references.length > 1) return 'several';
  if (Object.hasOwn(fields, field.name)) return 'twice';
  if (references.length > referenceLimits.count) return 'too-many';
  const bytes = references.reduce((sum, reference) => sum + (reference.kind === 'file' ? reference.bytes : 0), 0);
  return bytes > referenceLimits.allBytes ? 'too-large' : null;
}

/** Marks the element on which dropped pictures become references instead of being imported. The preload looks for it. */
export const takesPictures = 'data-takes-pictures';

/** `wrong`: not a web address. `password`: it has a user name or a password, which would be kept with the task and shown. */
export type AddressFault = 'wrong' | 'password';

/** Why a text is not an accepted address of a reference picture, or null. */
export function addressFault(text: string): AddressFault | null {
  if (text.length > referenceLimits.address || /\s/.test(text)) return 'wrong';
  const url = readUrl(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return 'wrong';
  return url.username === '' && url.password === '' ? null : 'password';
}

export const isWebAddress = (text: string): boolean => addressFault(text) === null;

/** Replaces references that cannot be read from the disk. No such copy exists, so the request is never sent without its references. */
export const lostReference: PictureReference = { kind: 'file', sha256: '0'.repeat(64), type: 'png', bytes: 1, name: '' };
