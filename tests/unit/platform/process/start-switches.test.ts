import { describe, expect, it } from 'vitest';
import { refusedStart } from '../../../../electron/platform/process/start-switches.ts';

const packaged = { isPackaged: true, isLinuxRoot: false };
const started = (...switches: readonly string[]) => (name: string): boolean => switches.includes(name);

describe('the switches of a start', () => {
  it('are accepted if there are none, or only harmless ones', () => {
    expect(refusedStart(started(), packaged)).toBeNull();
    expect(refusedStart(started('user-data-dir', 'lang', 'password-store', 'disable-gpu', 'ozone-platform'), packaged)).toBeNull();
  });

  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'js-flags', 'load-extension', 'renderer-cmd-prefix'])(
    'refuse a packaged app with --%s, also to root, and a checkout not',
    (name) => {
      expect(refusedStart(started(name), packaged)).toBe('debugging');
      expect(refusedStart(started(name), { isPackaged: true, isLinuxRoot: true })).toBe('debugging');
      expect(refusedStart(started(name), { isPackaged: false, isLinuxRoot: false })).toBeNull();
    },
  );

  it('refuse a packaged app without its sandbox, except as root, which cannot have one', () => {
    expect(refusedStart(started('no-sandbox'), packaged)).toBe('without-sandbox');
    expect(refusedStart(started('no-sandbox'), { isPackaged: true, isLinuxRoot: true })).toBeNull();
    expect(refusedStart(started('disable-web-security'), { isPackaged: true, isLinuxRoot: true })).toBe('without-sandbox');
  });
});
