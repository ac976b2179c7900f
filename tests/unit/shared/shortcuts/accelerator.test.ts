import { expect, test } from 'vitest';
import { acceleratorCaps } from '../../../../renderer/ui/shortcuts/chords.ts';
import { acceleratorOf, type AcceleratorPress } from '../../../../shared/shortcuts/accelerator.ts';
import { acceleratorSchema } from '../../../../shared/shortcuts/accelerator-schema.ts';

const press = (key: string, code: string, held = ''): AcceleratorPress => ({ key, code, ctrlKey: held.includes('c'), metaKey: held.includes('m'), altKey: held.includes('a'), shiftKey: held.includes('s') });

test.each([
  [press(' ', 'Space', 'ca'), 'Control+Alt+Space'],
  [press('G', 'KeyG', 'cs'), 'Control+Shift+G'],
  // A German keyboard: the key that writes Z.
  [press('z', 'KeyY', 'c'), 'Control+Z'],
  // Option writes another letter on a Mac.
  [press('©', 'KeyG', 'a'), 'Alt+G'],
  [press('!', 'Digit1', 'cs'), 'Control+Shift+1'],
  [press('Dead', 'KeyE', 'a'), 'Alt+E'],
  [press('F9', 'F9'), 'F9'],
  [press('ArrowUp', 'ArrowUp', 'm'), 'Super+Up'],
  [press('§', 'Backquote', 'm'), 'Super+`'],
])('%j is %s, which is stored as it is', (given, accelerator) => {
  expect(acceleratorOf(given)).toEqual({ accelerator });
  expect(acceleratorSchema.safeParse(accelerator).success).toBe(true);
});

test('keys that would be taken from typing, or that every program needs, are refused', () => {
  expect(acceleratorOf(press('g', 'KeyG'))).toEqual({ fault: 'no-modifier' });
  expect(acceleratorOf(press('G', 'KeyG', 's'))).toEqual({ fault: 'no-modifier' });
  expect(acceleratorOf(press('Enter', 'Enter', 'c'))).toEqual({ fault: 'no-key' });
  expect(acceleratorOf(press('Control', 'ControlLeft', 'c'))).toBeNull();
  expect(acceleratorOf(press('AltGraph', 'AltRight', 'ca'))).toBeNull();
  for (const text of ['', 'G', 'Shift+G', 'Control+Enter', 'Alt+Control+G', 'Control+Control+G', 'Control', 'Control+', 'control+g', 'MediaPlayPause']) expect(acceleratorSchema.safeParse(text).success, text).toBe(false);
});

test('keys are named as they stand on the keyboard', () => {
  expect(acceleratorCaps('Control+Super+Alt+Shift+Up', 'darwin')).toEqual(['⌃', '⌘', '⌥', '⇧', '↑']);
  expect(acceleratorCaps('Super+PageUp', 'win32')).toEqual(['Win', 'PgUp']);
  expect(acceleratorCaps('Control+Alt+Space', 'linux')).toEqual(['Ctrl', 'Alt', 'Space']);
});
