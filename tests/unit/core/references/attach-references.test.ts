import { describe, expect, it } from 'vitest';
import { createAttachReferences } from '../../../../electron/core/references/attach-references.ts';
import type { ReferenceField } from '../../../../shared/account.ts';
import { lostReference } from '../../../../shared/request/reference-checks.ts';
import type { GenerationRequest, PictureReference, Reference } from '../../../../shared/task.ts';

const picture = (digit: string): PictureReference => ({ kind: 'file', sha256: digit.repeat(64), type: 'png', bytes: 3, name: 'fox.png' });
const [fox, owl] = [picture('a'), picture('b')];
const link: Reference = { kind: 'address', url: 'https://pictures.test/ä?a="1"' };
const other: Reference = { kind: 'address', url: 'http://pictures.test/2' };

const request = (...references: readonly Reference[]): GenerationRequest => ({ model: '', prompt: 'a fox', size: '', quality: '', references });

async function attached(field: ReferenceField | null, asked: GenerationRequest, store = (reference: PictureReference): string | null => `data:${reference.sha256[0]}`): Promise<unknown> {
  const encode = (reference: PictureReference): Promise<Uint8Array | null> => {
    const value = store(reference);
    return Promise.resolve(value === null ? null : Buffer.from(value));
  };
  const found = await createAttachReferences({ store: { encode }, field: () => field })('an account', asked);
  return found && { [found.field.name]: JSON.parse(Buffer.concat(found.field.json).toString()) as unknown };
}

const inForm = (form: ReferenceField['form'], several: boolean): ReferenceField => ({ name: 'image', form, several });

describe('the field for reference pictures', () => {
  it('has the form that the account has set', async () => {
    expect(await attached(inForm('data-url', false), request(fox))).toEqual({ image: 'data:a' });
    expect(await attached(inForm('data-url', true), request(fox, owl))).toEqual({ image: ['data:a', 'data:b'] });
    expect(await attached(inForm('data-url', true), request(fox))).toEqual({ image: ['data:a'] });
    expect(await attached(inForm('address', false), request(link))).toEqual({ image: link.url });
    expect(await attached(inForm('address', true), request(link, other))).toEqual({ image: [link.url, other.url] });
  });

  it.each([
    ['no field', null, request(fox)],
    ['pictures for addresses', inForm('address', true), request(link, fox)],
    ['addresses for pictures', inForm('data-url', true), request(fox, link)],
    ['an address with a password', inForm('address', true), request(link, { kind: 'address', url: 'https://me:secret@a.test/1' })],
    ['several for one', inForm('data-url', false), request(fox, owl)],
    ['a field of that name', inForm('data-url', true), { ...request(fox), fields: { image: 1 } }],
    ['too many', inForm('data-url', true), request(...Array<Reference>(17).fill(fox))],
    ['too large together', inForm('data-url', true), request({ ...fox, bytes: 17 * 1024 * 1024 }, { ...owl, bytes: 17 * 1024 * 1024 })],
  ] as const)('is not made: %s', async (_why, field, asked) => {
    expect(await attached(field, asked)).toBeNull();
  });

  it('is not made without one of the copies', async () => {
    expect(await attached(inForm('data-url', true), request(fox, owl), ({ sha256 }) => (sha256 === owl.sha256 ? null : 'data:a'))).toBeNull();
    expect(await attached(inForm('data-url', true), request(lostReference), () => null)).toBeNull();
  });

  it('knows when the account has another field', async () => {
    let field = inForm('data-url', false);
    const found = await createAttachReferences({ store: { encode: () => Promise.resolve(Buffer.from('x')) }, field: () => field })('an account', request(fox));
    expect(found?.isCurrent()).toBe(true);
    field = { ...field, name: 'images' };
    expect(found?.isCurrent()).toBe(false);
  });
});
