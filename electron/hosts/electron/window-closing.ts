/** What becomes of Latent when its window is closed. `ask`: the person is asked, and the window stays meanwhile. */
export type Closing = 'hide' | 'ask' | 'quit';

export interface ClosingFacts {
  readonly platform: string;
  /** The person's choice. Null: they were not asked yet. */
  readonly keepRunning: boolean | null;
  /** Whether something is in progress or waits. */
  readonly hasWork: boolean;
  /** Whether a second start would show the window again. An icon in the tray may be missing, so this alone decides. */
  readonly comesBack: boolean;
}

/**
 * Apps of macOS go on without a window, and the dock shows it again. Elsewhere the person decides, once there is something to decide about. A window that nothing could show again
 * is not hidden.
 */
export function closingOf({ platform, keepRunning, hasWork, comesBack }: ClosingFacts): Closing {
  if (platform === 'darwin') return 'hide';
  if (!comesBack || keepRunning === false) return 'quit';
  if (keepRunning === true) return 'hide';
  return hasWork ? 'ask' : 'quit';
}

/** Whether a start that was asked to be hidden is. `startedAtLogin`: macOS says so, and passes no switch. */
export function startsHidden({ platform, keepRunning, comesBack, asked, startedAtLogin }: Omit<ClosingFacts, 'hasWork'> & { readonly asked: boolean; readonly startedAtLogin: boolean }): boolean {
  return platform === 'darwin' ? asked || startedAtLogin : asked && keepRunning === true && comesBack;
}
