import { app, BrowserWindow, dialog, type Event } from 'electron';
import { AppFailure } from '../../../shared/errors.ts';
import type { EarlyWordKey } from '../../../shared/words/early-words.ts';
import type { Speech } from '../../core/language/main-language.ts';
import type { AppLog } from '../../core/log/app-log.ts';
import { errorFacts } from '../../core/log/log.ts';
import type { Clock } from '../../core/util/clock.ts';
import { settledWithin } from '../../core/util/settled-within.ts';
import { failureDetails } from '../../database/sqlite/database-failures.ts';
import { exitProcess } from '../../platform/process/exit-process.ts';
import { relaunch } from '../../platform/updates/relaunch.ts';
import type { ViewMemoryFile } from '../../platform/stores/view-memory-file.ts';
import type { Composed } from '../../compose/compose.ts';
import type { InstallUpdate } from '../../compose/host.ts';
import type { Lifecycle } from './services-lifecycle.ts';
import { fromFolder, isOpenable, ownArguments } from './open-requests.ts';
import { openWaitingWindow } from './waiting-window.ts';

/** The ways in which the app ends: a person quits, something crashes, or the start fails. */
export interface AppEnd {
  /** Called once there is something that installs an update, which is then done last at each end. */
  installsWith(this: void, install: InstallUpdate): void;
  /** True once the app is quitting. Then nothing is opened or loaded any more. */
  isEnding(): boolean;
  /** For `before-quit`: closes the windows and then the services first. */
  beforeQuit(event: Event): void;
  /** For `second-instance`, with its arguments: if this one is quitting, starts Latent again afterwards, with what was to be opened. */
  startedAgain(args: readonly string[], folder: string): void;
  /** After an uncaught exception: gives work under way a moment to finish, tells the person unless they have quit already, and ends. */
  crashed(uncaught: Error): void;
  /** Says that the database cannot be opened, instead of showing an empty library. */
  startFailed(reason: unknown): void;
}

export interface AppEndDeps {
  readonly speech: Speech<EarlyWordKey>;
  readonly appLog: AppLog;
  readonly logFolder: string;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle<Composed>;
  readonly viewMemory: Pick<ViewMemoryFile, 'flush'>;
}

/** Milliseconds to wait for the last lines of the log and the state of the window: a disk that sleeps takes seconds, and one that is gone never answers. */
const flushDeadline = 5_000;
/** Milliseconds to wait for the windows to close, because a page may hang. */
const windowsDeadline = 1_000;
/** Milliseconds to wait for closing after a crash, because work under way may have caused it. */
const crashDeadline = 5_000;
/** Milliseconds to wait for an update to be written, because its disk may not answer. Until the end of that, the older version is there. */
const updateDeadline = 120_000;
/** Milliseconds after quitting from which on a window says that an answer is waited for. */
const untilTold = 2_000;

export function createAppEnd({ speech, appLog, logFolder, clock, lifecycle, viewMemory }: AppEndDeps): AppEnd {
  const { words } = speech;
  let isQuitting = false;
  let isLeaving = false;
  /** The arguments of the next start. Null: there is none. */
  let startsAgain: readonly string[] | null = null;
  /** Another version wrote the profile, whose files stay as they are. */
  let isRefused = false;
  /** An update may be replacing the app, which must not be started beside that. */
  let isInstalling = false;

  let install: InstallUpdate | null = null;

  /** To be called last, so that no POST and no write is under way. `open`: what did not close. Then, or if Latent is to be there again at once, a later end installs the update. */
  const installUpdate = async (open: readonly string[], how: 'quit' | 'failed'): Promise<void> => {
    if (install === null) return;
    const mayInstall = open.length === 0 && startsAgain === null;
    isInstalling = mayInstall;
    const installed = install(mayInstall, how).then((then) => {
      if (then === 'start-again') startsAgain ??= ownArguments(process.argv);
      isInstalling = then === 'replaced';
    });
    await settledWithin(clock, updateDeadline, installed);
  };

  const isEnding = (): boolean => isQuitting || isLeaving || lifecycle.isEnding();

  const flush = (): Promise<void> => settledWithin(clock, flushDeadline, Promise.all([appLog.flush(), ...(isRefused ? [] : [viewMemory.flush()])]));

  const end = async (code: number, open: readonly string[]): Promise<void> => {
    isLeaving = true;
    await flush();
    if (startsAgain) relaunch(app, process, startsAgain);
    await exitProcess(code, open, (waiting) => appLog.warnSync('app', 'killed itself, because some parts did not close in time', { waiting: waiting.join(', ') }));
  };

  return {
    installsWith: (given) => (install = given),
    isEnding,
    beforeQuit(event) {
      if (!lifecycle.isStarted()) return;
      event.preventDefault();
      // Quitting a second time changes nothing.
      if (isEnding()) return;
      isQuitting = true;
      // The windows are closed first: a page that is left hands over what is being typed, and the services must still take it. Then work under way
      // finishes (a POST gets its id), and the process ends, whatever happens.
      const engine = lifecycle.running()?.engine;
      const ended = settledWithin(clock, windowsDeadline, closeWindows()).then(() => lifecycle.end());
      const cancelTelling = clock.after(untilTold, () => {
        if (engine?.isSubmitting()) openWaitingWindow(speech);
      });
      void ended.then(async (open) => {
        cancelTelling();
        await installUpdate(open, 'quit');
        appLog.log.info('app', 'stopped');
        return end(0, open);
      });
    },
    startedAgain(args, folder) {
      if (!isEnding() || isInstalling) return;
      startsAgain = [...ownArguments(process.argv), ...args.filter(isOpenable).map((each) => fromFolder(each, folder))];
    },
    crashed(uncaught) {
      // The window is hidden then. A message would hold the library and the profile until somebody finds it.
      const hasQuit = isEnding();
      let open: readonly string[] = ['closing'];
      const closed = lifecycle.end().then((left) => (open = left));
      void settledWithin(clock, crashDeadline, closed)
        .then(flush)
        .then(() => {
          if (hasQuit) return undefined;
          dialog.showErrorBox(words('dialogs.crashed.title'), words('dialogs.crashed.body', { folder: logFolder, detail: appLog.redactor.redact(uncaught.message) }));
          return installUpdate(open, 'failed');
        })
        .finally(() => void end(1, open));
    },
    startFailed(reason) {
      appLog.log.error('app', 'start failed', errorFacts(reason));
      // If the person has quit meanwhile, the next start shows the message.
      if (isEnding()) return;
      const folder = app.getPath('userData');
      const detail = reason instanceof AppFailure ? (reason.appError.detail ?? reason.appError.code) : String(reason);
      isRefused = detail === failureDetails.newerSchema || detail === failureDetails.olderSchema;
      const body =
        detail === failureDetails.newerSchema
          ? words('start.failed.newer', { folder })
          : detail === failureDetails.olderSchema
            ? words('start.failed.older', { folder })
            : words('start.failed.body', { folder, detail });
      void lifecycle.end().then(async (closed) => {
        dialog.showErrorBox(words('start.failed.title'), body);
        // A thread that waits for a silent disk does not end by itself.
        const open = detail.startsWith(failureDetails.silent) ? [...closed, 'database'] : closed;
        await installUpdate(open, 'failed');
        return end(1, open);
      });
    },
  };
}

/** Hides and closes the windows that the person has open, not those in which pictures are decoded or printed. Resolves when they have closed. */
async function closeWindows(): Promise<void> {
  const windows = BrowserWindow.getAllWindows().filter((window) => window.isVisible() || window.isMinimized());
  const closed = windows.map((window) => new Promise<void>((resolve) => window.once('closed', () => resolve())));
  for (const window of windows) {
    window.close();
    // Its page may take a moment.
    if (!window.isDestroyed()) window.hide();
  }
  await Promise.all(closed);
}
