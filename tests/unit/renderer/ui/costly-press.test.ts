import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isRepetition, isUnread, keyAnswered, listen } from '../../../../renderer/ui/costly-press.ts';

let now = 0;
const press = (key: string): boolean => window.dispatchEvent(Object.assign(new Event('keydown'), { key }));

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  now += 100_000;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a press soon after one that was answered is its second half, with any of its keys', () => {
  keyAnswered();
  for (const key of ['Control', 'Enter', 'Meta', 'Enter']) {
    press(key);
    now += 50;
    expect(isRepetition({ repeat: false }), key).toBe(true);
  }
  now += 400;
  expect(isRepetition({ repeat: false })).toBe(false);
});

test('a press counts at once when another input came since the first, and a doubled one after that does not', () => {
  keyAnswered();
  now += 20;
  press('Tab');
  expect(isRepetition({ repeat: false })).toBe(false);
  now += 20;
  keyAnswered();
  now += 20;
  expect(isRepetition({ repeat: false })).toBe(true);
});

test('a held key is never another press', () => {
  expect(isRepetition({ repeat: true })).toBe(true);
});

test('any other input ends the press', () => {
  const inputs = [() => press('a'), () => press('Escape'), () => window.dispatchEvent(new Event('pointerdown')), () => window.dispatchEvent(new Event('input'))];
  for (const input of inputs) {
    keyAnswered();
    input();
    expect(isRepetition({ repeat: false })).toBe(false);
  }
});

test('a clock that goes back makes no press a repetition', () => {
  keyAnswered();
  now -= 10_000;
  expect(isRepetition({ repeat: false })).toBe(false);
});

test('Enter answers a question that has just appeared only after a move to the button: who was still typing has not read it', () => {
  listen();
  const questions = [
    { input: () => press('Enter'), unread: true },
    { input: () => press('a'), unread: true },
    { input: () => press('Backspace'), unread: true },
    { input: () => window.dispatchEvent(new Event('input')), unread: true },
    { input: () => press('Tab'), unread: false },
    { input: () => press('ArrowRight'), unread: false },
    { input: () => window.dispatchEvent(new Event('pointerdown')), unread: false },
  ];
  for (const { input, unread } of questions) {
    now += 1000;
    const askedAt = now;
    expect(isUnread(askedAt)).toBe(true);
    now += 100;
    input();
    expect(isUnread(askedAt)).toBe(unread);
    now += 300;
    expect(isUnread(askedAt)).toBe(false);
  }
});
