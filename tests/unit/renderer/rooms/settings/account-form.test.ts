import { beforeEach, describe, expect, test } from 'vitest';
import { noOptions, type Account } from '../../../../../shared/account.ts';
import { FakeMain } from '../../fake-main.ts';

beforeEach(() => new FakeMain().install());

const load = () => import('../../../../../renderer/rooms/settings/accounts/account-form.ts');
const account: Account = {
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'service',
  name: 'Studio',
  baseUrl: 'https://api.example.com',
  key: { status: 'missing' },
  removed: false,
  consoles: { key: null, billing: null }, options: noOptions,
};

test.each([
  ['sk-1234567890', true],
  [' sk-1234567890\n', true],
  ['Bearer sk-123', false],
  ['sk-“123”', false],
  ['', false],
])('%j looks like a key: %s', async (text, expected) => {
  const { looksLikeKey } = await load();
  expect(looksLikeKey(text)).toBe(expected);
});

describe('the form', () => {
  test('protects the key if the system can, and preselects nothing if it cannot', async () => {
    const { draftFor, isComplete } = await load();
    const filled = { name: 'Studio', address: 'https://api.example.com', key: 'sk-1234567890' };
    expect(draftFor({ kind: 'add' }, 'available').keeping).toBe('protected');
    const draft = { ...draftFor({ kind: 'add' }, 'unavailable'), ...filled };
    expect(isComplete({ kind: 'add' }, draft)).toBe(false);
    expect(isComplete({ kind: 'add' }, { ...draft, keeping: 'session' })).toBe(true);
  });

  test('asks for the key again with a new address, and never shows a key at first', async () => {
    const { asksFor, draftFor, isComplete } = await load();
    const question = { kind: 'change-address', account } as const;
    expect(asksFor(question, 'key')).toBe(true);
    const draft = draftFor(question, 'available');
    expect(draft).toMatchObject({ address: 'https://api.example.com', key: '' });
    expect(isComplete(question, draft)).toBe(false);
  });

  test('asks for no key that main has, and only for the name to rename', async () => {
    const { asksFor, draftFor, isComplete } = await load();
    expect(asksFor({ kind: 'environment', lastFour: 'abcd' }, 'key')).toBe(false);
    const question = { kind: 'rename', account } as const;
    expect((['address', 'key', 'keeping'] as const).filter((field) => asksFor(question, field))).toEqual([]);
    expect(isComplete(question, draftFor(question, 'unavailable'))).toBe(true);
  });

  test('accepts only a console that can be opened, or none', async () => {
    const { draftFor, isComplete } = await load();
    const question = { kind: 'consoles', account } as const;
    const draft = draftFor(question, 'available');
    expect(isComplete(question, draft)).toBe(true);
    expect(isComplete(question, { ...draft, consoles: { key: '', billing: 'https://example.com/billing' } })).toBe(true);
    expect(isComplete(question, { ...draft, consoles: { key: '', billing: 'http://example.com/billing' } })).toBe(false);
  });

  test('restores a removed account of the same name and origin, and no other', async () => {
    const { draftFor, formerAccount } = await load();
    const draft = { ...draftFor({ kind: 'add' }, 'available'), name: ' studio', address: 'https://api.example.com/v1/' };
    const gone = { ...account, removed: true };
    expect(formerAccount({ kind: 'add' }, draft, [account, gone])).toBe(gone);
    expect(formerAccount({ kind: 'add' }, draft, [account])).toBeNull();
    expect(formerAccount({ kind: 'add' }, { ...draft, name: 'Other' }, [gone])).toBeNull();
    expect(formerAccount({ kind: 'add' }, { ...draft, address: 'https://other.example' }, [gone])).toBeNull();
    expect(formerAccount({ kind: 'replace-key', account }, draft, [gone])).toBeNull();
  });

  test('shows an error under its field', async () => {
    const { fieldOf } = await load();
    expect(fieldOf({ code: 'address-not-https' }, { kind: 'add' })).toBe('address');
    expect(fieldOf({ code: 'key-malformed' }, { kind: 'add' })).toBe('key');
    expect(fieldOf({ code: 'key-malformed' }, { kind: 'environment', lastFour: 'abcd' })).toBeNull();
    expect(fieldOf({ code: 'disk-full' }, { kind: 'add' })).toBeNull();
  });
});
