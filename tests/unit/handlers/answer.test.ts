import { describe, expect, it } from 'vitest';
import { createCallHandler, type Handlers } from '../../../electron/handlers/answer.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { inputSchemas, type Channel } from '../../../shared/ipc/schemas.ts';
import { createDice, type Dice } from '../../support/dice.ts';

const channels = Object.keys(inputSchemas) as Channel[];

function rig(handler: (input: unknown) => Promise<unknown> = () => Promise.resolve(null)) {
  const ran: { channel: Channel; input: unknown }[] = [];
  const logged: string[] = [];
  const handlers = Object.fromEntries(
    channels.map((channel) => [
      channel,
      (input: unknown) => {
        ran.push({ channel, input });
        return handler(input);
      },
    ]),
  ) as unknown as Handlers;
  return { ran, logged, call: createCallHandler(handlers, (message) => logged.push(message)) };
}

it('passes on the code of a failure, but not the text of an unforeseen one', async () => {
  const known = rig(() => Promise.reject(new AppFailure('not-found', 'no such task')));
  expect(await known.call('app:snapshot', undefined)).toEqual({ ok: false, error: { code: 'not-found', detail: 'no such task' } });
  const unknown = rig(() => Promise.reject(new Error('sk-secret')));
  expect(await unknown.call('app:snapshot', undefined)).toEqual({ ok: false, error: { code: 'internal' } });
  // Both are in the log.
  expect([known.logged, unknown.logged]).toEqual([['app:snapshot failed'], ['app:snapshot failed']]);
});

describe('10,000 calls with arguments nobody should send', () => {
  it('each get a Result, and no handler sees input that its schema does not allow', async () => {
    const dice = createDice(20261121);
    const { call, ran } = rig();
    const codes = new Map<string, number>();
    for (let round = 0; round < 10_000; round += 1) {
      const channel = channels[round % channels.length] as Channel;
      const answer = await call(channel, round < channels.length ? undefined : strange(dice, 0));
      const code = answer.ok ? 'ok' : answer.error.code;
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect([...codes.keys()].sort()).toEqual(['bad-request', 'ok']);
    expect(codes.get('bad-request')).toBeGreaterThan(9_000);
    for (const { channel, input } of ran) expect(inputSchemas[channel].safeParse(input).success).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

it('refuses ranges that overlap, which together can have more positions than memory has room for', () => {
  const isAccepted = (ranges: unknown): boolean => inputSchemas['export:choose'].safeParse({ target: { token: 1, revision: 0, ranges, imageIds: [] } }).success;
  expect(isAccepted([[0, 5], [5, 7], [9, 1_000_000]])).toBe(true);
  for (const ranges of [[[0, 9], [8, 10]], [[5, 7], [0, 2]], [[3, 2]], [null], Array.from({ length: 1_000 }, () => [0, 1_000_000])]) expect(isAccepted(ranges)).toBe(false);
});

/** Values that structured clone can carry, hostile ones first. */
function strange(dice: Dice, depth: number): unknown {
  const names = ['__proto__', 'constructor', 'toString', 'taskId', 'taskIds', 'accountId', 'imageId', 'imageIds', 'text', 'request', 'key', 'baseUrl', 'limit', 'search', 'libraryFolder', ''];
  const leaves = [
    undefined, null, true, 0, -0, -1, 1e308, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 10n, '', ' ', '\0', '../../etc/passwd', "'; DROP TABLE task; --", '\u202E', '\uD800',
    'a'.repeat(5_000), '00000000-0000-4000-8000-000000000000', 'file:///etc/passwd', 'javascript:alert(1)', new Date(Number.NaN), /(a+)+$/, new Uint8Array(8), new Map([['taskId', 1]]), new Set([1]), new Error('x'),
  ];
  if (depth > 2 || dice.chance(0.4)) return dice.pick(leaves);
  if (dice.chance(0.3)) return Array.from({ length: dice.below(5) }, () => strange(dice, depth + 1));
  const entries = Array.from({ length: dice.below(6) }, () => [dice.pick(names), strange(dice, depth + 1)] as const);
  const made: Record<string, unknown> = JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>;
  for (const [name, value] of entries) Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  return made;
}
