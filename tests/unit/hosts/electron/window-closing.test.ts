import { expect, test } from 'vitest';
import { closingOf, startsHidden } from '../../../../electron/hosts/electron/window-closing.ts';

test.each([
  // Asked once, and only if there is something to decide about.
  ['linux', null, true, true, 'ask'],
  ['win32', null, true, true, 'ask'],
  ['linux', null, false, true, 'quit'],
  // The choice.
  ['linux', true, false, true, 'hide'],
  ['win32', true, true, true, 'hide'],
  ['linux', false, true, true, 'quit'],
  // Nothing would bring it back.
  ['linux', true, true, false, 'quit'],
  ['linux', null, true, false, 'quit'],
  // The dock does, and apps go on there.
  ['darwin', null, false, true, 'hide'],
  ['darwin', false, true, false, 'hide'],
] as const)('on %s, chosen %s, work %s, comes back %s: %s', (platform, keepRunning, hasWork, comesBack, closing) => {
  expect(closingOf({ platform, keepRunning, hasWork, comesBack })).toBe(closing);
});

test.each([
  ['linux', true, true, true, false, true],
  ['linux', null, true, true, false, false],
  ['linux', false, true, true, false, false],
  ['linux', true, false, true, false, false],
  ['linux', true, true, false, false, false],
  ['darwin', null, false, true, true, true],
  ['darwin', null, false, true, false, false],
] as const)('a start on %s, chosen %s, asked %s, comes back %s, at login %s, is hidden: %s', (platform, keepRunning, asked, comesBack, startedAtLogin, hidden) => {
  expect(startsHidden({ platform, keepRunning, asked, comesBack, startedAtLogin })).toBe(hidden);
});
