import { expect, test } from 'vitest';
import { createEnterRule, unread, type EnterEvent } from '../../../../renderer/quick/enter-rule.ts';

const event = (type: EnterEvent['type'], timeStamp: number, more: Partial<EnterEvent> = {}): EnterEvent => ({ type, key: 'Enter', repeat: false, isComposing: false, shiftKey: false, altKey: false, timeStamp, ...more });

function opened() {
  const rule = createEnterRule();
  rule.opened(0);
  return rule;
}

test('a press sends when it is let go, once, however long it is held', () => {
  const rule = opened();
  expect(rule.judge(event('keydown', unread))).toBe('held');
  for (let at = 1; at < 50; at += 1) expect(rule.judge(event('keydown', unread + at, { repeat: true }))).toBe('held');
  expect(rule.judge(event('keyup', unread + 60))).toBe('send');
  expect(rule.judge(event('keyup', unread + 70))).toBe('other');
});

test('a press that began before the field opened, or right after it, sends nothing', () => {
  const rule = opened();
  // Pressed in another program, and repeated here.
  expect(rule.judge(event('keydown', 5_000, { repeat: true }))).toBe('held');
  expect(rule.judge(event('keyup', 5_100))).toBe('other');
  expect(rule.judge(event('keydown', unread - 1))).toBe('held');
  expect(rule.judge(event('keyup', unread + 500))).toBe('too-soon');
  // One that was held while the field closed and opened again.
  rule.judge(event('keydown', 3_000));
  rule.opened(3_500);
  expect(rule.judge(event('keyup', 6_000))).toBe('other');
});

test('a word that an input method composes is finished, and Shift begins a line', () => {
  const rule = opened();
  for (const more of [{ isComposing: true }, { shiftKey: true }, { altKey: true }, { key: 'a' }]) {
    expect(rule.judge(event('keydown', 2_000, more))).toBe('other');
    expect(rule.judge(event('keyup', 2_100, { ...more, isComposing: false }))).toBe('other');
  }
});
