/** Why the app does not start as it was asked to. */
export type RefusedStart = 'debugging' | 'without-sandbox';

/** Switches that hand the running app to another program: its page, its main process, or every process it starts. */
const debugging = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'js-flags',
  'load-extension',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
] as const;

/** Switches that remove a protection between strangers' pictures and the computer. */
const withoutSandbox = ['no-sandbox', 'disable-seccomp-filter-sandbox', 'disable-web-security', 'allow-file-access-from-files'] as const;

/** Why a packaged app must not start with its switches; null if it may. A checkout may be debugged, and root on Linux (containers) cannot use Chromium's sandbox. */
export function refusedStart(
  hasSwitch: (name: string) => boolean,
  { isPackaged, isLinuxRoot }: { readonly isPackaged: boolean; readonly isLinuxRoot: boolean },
): RefusedStart | null {
  if (!isPackaged) return null;
  if (debugging.some(hasSwitch)) return 'debugging';
  return withoutSandbox.some((name) => hasSwitch(name) && !(isLinuxRoot && name === 'no-sandbox')) ? 'without-sandbox' : null;
}
