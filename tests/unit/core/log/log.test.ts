import { describe, expect, test } from 'vitest';
import { createLog, errorFacts, formatLine, type LogLevel } from '../../../../electron/core/log/log.ts';
import { createLogRedactor } from '../../../../electron/core/log/redact.ts';

const at = Date.UTC(2026, 10, 21, 1, 35, 59, 123);
const key = 'canary/7f3a91c2+d4e85b60';

describe('a line', () => {
  test('consists of time, level, area, message and facts', () => {
    expect(formatLine(at, 'warn', 'submission', 'outcome unknown', { task: 'a-1', reason: 'connection-lost', http: 500, none: undefined, all: null })).toBe(
      '2026-11-21T01:35:59.123Z warn  submission outcome unknown  task=a-1 reason=connection-lost http=500 all=null',
    );
  });

  test('quotes values that are empty or contain blanks or equal signs', () => {
    expect(formatLine(at, 'info', 'app', 'm', { a: 'two words', b: 'x=y', c: '', d: 'say "hi"' })).toMatch(/ {2}a="two words" b="x=y" c="" d="say \\"hi\\""$/);
  });

  test('stays one line without control characters, whatever it contains', () => {
    const nasty = 'one\ntwo\r\u001B[31mred\u2028three\u202Eevil\u0000';
    const line = formatLine(at, 'error', 'ipc', nasty, { nasty });
    expect(line).not.toMatch(/\p{C}|\p{Zl}/u);
    expect(line).toContain('\\u000a');
  });

  test('cuts a very long fact', () => {
    expect(formatLine(at, 'info', 'app', 'm', { a: 'x'.repeat(100_000) }).length).toBeLessThan(2_200);
  });

  test('has the message, code and stack of an error', () => {
    const facts = errorFacts(Object.assign(new Error('no room'), { code: 'ENOSPC' }));
    expect(facts).toMatchObject({ error: 'no room', name: 'Error', code: 'ENOSPC' });
    expect(facts['stack']).toContain('log.test.ts');
    expect(errorFacts('just text')).toEqual({ error: 'just text' });
  });
});

describe('redaction', () => {
  const written = (build: (redactor: ReturnType<typeof createLogRedactor>) => void, say: string): string => {
    const redactor = createLogRedactor();
    build(redactor);
    const lines: [string, LogLevel][] = [];
    const log = createLog({ now: () => at, redact: redactor.redact, write: (line, level) => lines.push([line, level]) });
    log.warn('app', say, { fact: say });
    expect(lines[0]?.[1]).toBe('warn');
    return lines.map(([line]) => line).join('\n');
  };

  test.each([
    ['plain', key],
    ['base64', Buffer.from(`x${key}`).toString('base64')],
    ['hex', Buffer.from(key).toString('hex')],
    ['URL', encodeURIComponent(key)],
    ['JSON', key.replaceAll('/', '\\/')],
  ])('removes a known key as %s, from message and facts', (_form, text) => {
    const line = written(({ learnKey }) => learnKey(key), `before ${text} after`);
    expect(line).not.toContain(text);
    expect(line.match(/\[key\]/g)).toHaveLength(2);
    expect(line).toContain('after');
  });

  test('removes every known key, not only the latest', () => {
    const line = written(({ learnKey }) => ['first-key-0001', 'second-key-0002'].forEach(learnKey), 'first-key-0001 second-key-0002');
    expect(line).not.toMatch(/000[12]/);
  });

  test.each([
    ['Authorization: Basic', 'Authorization: dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['a bearer', 'Bearer abc.def-ghi', 'abc.def-ghi'],
    ['authorization in JSON', '{"authorization":"Bearer s3cr3ts3cr3t"}', 's3cr3ts3cr3t'],
    ['what looks like a key', 'used sk-live_4f9aBcD3e0011223344 for it', '4f9aBcD3e0011223344'],
  ])('removes %s although it is not a known key', (_name, text, secret) => {
    expect(written(() => undefined, text)).not.toContain(secret);
  });

  test('removes the query and the password of an address, not its host and path', () => {
    const line = written(() => undefined, 'GET https://me:pw@cdn.example.com/a/b.png?X-Amz-Signature=deadbeef&e=1 failed');
    expect(line).toContain('https://cdn.example.com/a/b.png?[cut] failed');
    expect(line).not.toMatch(/deadbeef|me:pw/);
    expect(written(() => undefined, 'proxy socks5://ada:lovelace@10.0.0.1:1080')).toContain('proxy socks5://10.0.0.1:1080');
  });

  test('removes file names, which come from prompts, from paths in the library', () => {
    const line = written(({ hideBelow }) => hideBelow(() => ['/home/a/Pictures/Latent']), "ENOENT: no such file, open '/home/a/Pictures/Latent/2026/11/a red fox.png' then");
    expect(line).not.toContain('fox');
    expect(line).toContain("open '[library]' then");
    expect(written(({ hideBelow }) => hideBelow(() => ['/home/a/Pictures/Latent']), 'no folder /home/a/Pictures/Latent')).toContain('/home/a/Pictures/Latent');
  });
});
