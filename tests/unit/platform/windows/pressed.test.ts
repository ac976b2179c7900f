import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { expect, test } from 'vitest';
import { followPress, isPressed } from '../../../../electron/platform/windows/pressed.ts';

test.each([
  [['mouseDown', 'mouseMove'], true],
  [['mouseDown', 'mouseMove', 'mouseUp'], false],
  [['mouseUp', 'mouseDown', 'mouseMove', 'keyUp'], true],
  [['mouseDown', 'mouseUp', 'touchStart', 'gestureLongPress'], true],
  [['pointerDown', 'pointerUp'], false],
])('after %j the pointer is pressed: %s', (types, expected) => {
  const contents = new EventEmitter() as unknown as WebContents;
  followPress(contents);
  for (const type of types) contents.emit('input-event', {}, { type });
  expect(isPressed(contents)).toBe(expected);
});
