import { expect, test } from 'vitest';
import { createQuickShortcut, onWayland } from '../../../../electron/platform/windows/quick-shortcut.ts';

function rig({ takes = (_keys: string): boolean => true, isWayland = false } = {}) {
  const registered = new Map<string, () => void>();
  const told: string[] = [];
  const shortcut = createQuickShortcut({
    globalShortcut: {
      register(keys: string, act: () => void) {
        if (!takes(keys)) return false;
        registered.set(keys, act);
        return true;
      },
      unregister: (keys: string) => void registered.delete(keys),
    },
    isWayland,
    pressed: () => told.push('pressed'),
    changed: () => told.push(shortcut.state()),
  });
  return { shortcut, registered, told };
}

test('nothing is registered until there is a shortcut, and another one takes its place', () => {
  const { shortcut, registered, told } = rig();
  shortcut.set(null);
  expect([...registered.keys(), shortcut.state(), ...told]).toEqual(['off']);
  shortcut.set('Alt+Space');
  shortcut.set('Control+Alt+G');
  expect([...registered.keys()]).toEqual(['Control+Alt+G']);
  registered.get('Control+Alt+G')?.();
  shortcut.set(null);
  expect(registered.size).toBe(0);
  expect(told).toEqual(['works', 'pressed', 'off']);
});

test('a refusal is said, also of keys that Electron does not know, and tried again', () => {
  let isFree = false;
  const { shortcut, told } = rig({ takes: (keys) => (keys === 'F13' ? isFree : fail()) });
  shortcut.set('F13');
  isFree = true;
  shortcut.set('F13');
  shortcut.set('Alt+Nothing');
  expect(told).toEqual(['refused', 'works', 'refused']);
});

test('on Wayland, only a press shows that it works', () => {
  const { shortcut, registered, told } = rig({ isWayland: true });
  shortcut.set('Alt+Space');
  registered.get('Alt+Space')?.();
  expect(told).toEqual(['unsure', 'works', 'pressed']);
  expect(onWayland('linux', { XDG_SESSION_TYPE: 'wayland' })).toBe(true);
  expect(onWayland('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(onWayland('linux', { XDG_SESSION_TYPE: 'x11', WAYLAND_DISPLAY: '' })).toBe(false);
  expect(onWayland('win32', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(false);
});

function fail(): never {
  throw new Error('conversion failure');
}
