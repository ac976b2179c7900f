import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actAsPressed, pressedAt } from '../../../../renderer/ui/press-time.ts';
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

test('a press that a busy page handles late is judged by when it was made', () => {
  const cases = [
    { pressed: 50, handled: 5000, repetition: true },
    { pressed: -300, handled: 2000, repetition: true },
    { pressed: 600, handled: 5000, repetition: false },
  ];
  for (const { pressed, handled, repetition } of cases) {
    keyAnswered();
    const answered = now;
    now += handled;
    vi.stubGlobal('event', { timeStamp: answered + pressed });
    expect(isRepetition({ repeat: false })).toBe(repetition);
    expect(isUnread(answered)).toBe(repetition);
  }
});

test('a press that was made before its question, as after a move that was, does not answer it', () => {
  listen();
  const askedAt = now;
  now += 3000;
  vi.stubGlobal('event', { timeStamp: askedAt - 20 });
  press('Tab');
  vi.stubGlobal('event', { timeStamp: askedAt - 10 });
  expect(isUnread(askedAt)).toBe(true);
});

test('a press that was kept has the time at which it was made, however long ago', () => {
  const made = now;
  now += 300_000;
  expect(actAsPressed({ timeStamp: made }, pressedAt)).toBe(made);
  expect(pressedAt()).toBe(now);
});

test('an input device whose clock is wrong presses now', () => {
  for (const timeStamp of [0, now - 20_000, now + 90_000, Number.NaN]) {
    keyAnswered();
    now += 500;
    vi.stubGlobal('event', { timeStamp });
    expect(isRepetition({ repeat: false })).toBe(false);
  }
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
