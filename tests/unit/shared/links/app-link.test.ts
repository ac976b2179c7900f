import { assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAppLink, readAppLink, writeAppLink, type AppLink } from '../../../../shared/links/app-link.ts';

const prompt = (text: string): string => `latent-app:prompt?text=${encodeURIComponent(text)}`;
const refused = (why: string) => ({ kind: 'refused', why });

describe('a link', () => {
  test('names a picture by its task, because the number of its row changes when the database is rebuilt', () => {
    expect(readAppLink('latent-app:picture/3f2504e0-4f89-41d3-9a0c-0305e82c3301/1')).toEqual({ kind: 'picture-of', taskId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', index: 0 });
  });

  test.each<AppLink>([
    { kind: 'task', id: 'a.b:c-1' },
    { kind: 'picture-of', taskId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', index: 11 },
    { kind: 'search', search: 'album:"At the sea" -is:trashed 🦊 1+1&2#3' },
    { kind: 'prompt', text: 'Ein Füchslein\nim Schnee' },
  ])('to $kind is read as it was written', (link) => {
    expect(readAppLink(writeAppLink(link))).toEqual(link);
  });

  test('to half a character is written all the same', () => {
    expect(readAppLink(writeAppLink({ kind: 'search', search: 'a\ud800b' })).kind).toBe('refused');
  });

  test('names a task, a search or a prompt', () => {
    expect(readAppLink('latent-app:task/3f2504e0-4f89-41d3-9a0c-0305e82c3301')).toEqual({ kind: 'task', id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' });
    expect(readAppLink('latent-app:search?q=fox%20tag%3Asnow')).toEqual({ kind: 'search', search: 'fox tag:snow' });
    expect(readAppLink(prompt('Ein Füchslein\nim Schnee 🦊'))).toEqual({ kind: 'prompt', text: 'Ein Füchslein\nim Schnee 🦊' });
    expect(readAppLink('latent-app:prompt?text=1+1')).toEqual({ kind: 'prompt', text: '1+1' });
    expect(readAppLink('LATENT-APP:task/1')).toEqual({ kind: 'task', id: '1' });
  });

  test('of another scheme is none', () => {
    for (const text of ['latent:app', 'latent://app/index.html', 'latent-app', 'xlatent-app:task/1', ' latent-app:task/1']) expect(isAppLink(text), text).toBe(false);
  });

  test.each([
    'latent-app:',
    'latent-app:task/',
    'latent-app:task/a/b',
    'latent-app:task/..%2f..',
    'latent-app:task/a"b',
    'latent-app:task/a?send=1',
    'latent-app:picture/17',
    'latent-app:picture/3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'latent-app:picture/3f2504e0-4f89-41d3-9a0c-0305e82c3301/0',
    'latent-app:picture/3f2504e0-4f89-41d3-9a0c-0305e82c3301/01',
    'latent-app:picture/3f2504e0-4f89-41d3-9a0c-0305e82c3301/1/2',
    'latent-app:picture/3F2504E0-4f89-41d3-9a0c-0305e82c3301/1',
    'latent-app:picture/../../1',
    'latent-app://task/1',
    'latent-app:prompt',
    'latent-app:prompt?text=a&send=1',
    'latent-app:prompt?text=a&text=b',
    'latent-app:prompt?text=a#b',
    'latent-app:prompt?count=100',
    'latent-app:submit?text=a',
    'latent-app:settings',
    'latent-app:PROMPT?text=a',
    'latent-app:account?url=https://evil.test',
  ])('%s is not known', (link) => {
    expect(readAppLink(link)).toEqual(refused('unknown'));
  });

  test.each([
    ['bytes that are no UTF-8', 'latent-app:prompt?text=%ff%fe'],
    ['half a character', 'latent-app:prompt?text=%ed%a0%80'],
    ['half an escape', 'latent-app:prompt?text=%4'],
    ['an overlong slash', 'latent-app:prompt?text=%c0%af'],
    ['NUL', 'latent-app:prompt?text=a%00b'],
    ['a character that nobody sees', 'latent-app:prompt?text=a%1bb'],
    ['a character that turns the order of letters round', 'latent-app:prompt?text=a%e2%80%aeb'],
    ['hidden text', 'latent-app:prompt?text=a%f3%a0%81%a1'],
    ['nothing but spaces', 'latent-app:prompt?text=%20%0a'],
    ['a space that is not encoded', 'latent-app:prompt?text=a b'],
    ['a line break that is not encoded', 'latent-app:prompt?text=a\nb'],
    ['letters that are not encoded', 'latent-app:prompt?text=ü'],
    ['a search of two lines', 'latent-app:search?q=a%0ab'],
    ['an empty search', 'latent-app:search?q='],
  ])('with %s is damaged', (_what, link) => {
    expect(readAppLink(link)).toEqual(refused('damaged'));
  });

  test('is too long if it, its prompt or its search is', () => {
    expect(readAppLink(prompt('a'.repeat(32_000)))).toMatchObject({ kind: 'prompt' });
    expect(readAppLink(prompt('a'.repeat(32_001)))).toEqual(refused('too-long'));
    expect(readAppLink(`latent-app:task/${'a'.repeat(10_000_000)}`)).toEqual(refused('too-long'));
    expect(readAppLink(`latent-app:task/${'a'.repeat(201)}`)).toEqual(refused('unknown'));
    expect(readAppLink(`latent-app:search?q=${'a'.repeat(1001)}`)).toEqual(refused('too-long'));
  });

  test('of any text is read or refused, and a prompt comes back as it was written', () => {
    assert(property(string(), (text) => ['task', 'picture-of', 'search', 'prompt', 'refused'].includes(readAppLink(`latent-app:${text}`).kind)));
    assert(
      property(string({ unit: 'grapheme' }), (text) => {
        const read = readAppLink(prompt(text));
        return read.kind === 'refused' || (read.kind === 'prompt' && read.text === text);
      }),
    );
  });
});
