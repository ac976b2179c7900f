import path from 'node:path';
import { app, dialog, protocol, safeStorage } from 'electron';
import { early } from '../../../shared/words/en/early.en.ts';
import { createMainLanguage } from '../../core/language/main-language.ts';
import { takeEnvironmentKey } from '../../core/accounts/environment-key.ts';
import { openAppLog } from '../../core/log/app-log.ts';
import { errorFacts } from '../../core/log/log.ts';
import { createSystemClock } from '../../core/util/system-clock.ts';
import { latentScheme } from '../../platform/app-protocol.ts';
import { watchForCrashes } from '../../platform/process/crash-watch.ts';
import { guardPages } from '../../platform/page-restrictions.ts';
import { answerAsReader, readerSwitch } from '../../platform/keyring.ts';
import { claimProfile, openForMessages, type Instance } from '../../platform/process/single-instance.ts';
import { cleanEnvironment, ignoreFaultsOfCopies } from '../../platform/process/start-environment.ts';
import { refusedStart } from '../../platform/process/start-switches.ts';
import { widenThreadPool } from '../../platform/process/thread-pool.ts';
import { languageSetting, systemLanguages } from '../../platform/system-languages.ts';
import { appId } from '../../platform/windows/app-id.ts';
import { giveIcons } from '../../platform/windows/window-icon.ts';
import { isNewProfile } from '../../platform/stores/new-profile.ts';
import { openViewMemoryFile } from '../../platform/stores/view-memory-file.ts';
import type { Composed } from '../../compose/compose.ts';
import { createAppEnd } from './app-end.ts';
import { createOpenRequests } from './open-requests.ts';
import { createLifecycle } from './services-lifecycle.ts';
import { startApp } from './start-app.ts';

// Before anything connects, starts a thread or starts a program.
const removedVariables = cleanEnvironment(process.env);
ignoreFaultsOfCopies(process);

// Before anything reads a file.
widenThreadPool(process.env);

// Read and removed before any other process of ours can inherit it.
const environmentKey = takeEnvironmentKey(process.env);

// Electron does not apply this switch by itself. It must be applied before anything asks for the folder.
const userDataSwitch = app.commandLine.getSwitchValue('user-data-dir');
if (userDataSwitch !== '') app.setPath('userData', path.resolve(userDataSwitch));
const userData = app.getPath('userData');

/** English until Electron is ready, see `speakAsSet`. */
const language = createMainLanguage({ system: () => systemLanguages(app, process.env), failed: (error) => console.error('the words could not be loaded', error) });
const speech = { words: language.follow(early), spoken: language.spoken };

const isLinux = process.platform === 'linux';
const isLinuxRoot = isLinux && process.getuid?.() === 0;
const refused = refusedStart((name) => app.commandLine.hasSwitch(name), { isPackaged: app.isPackaged, isLinuxRoot });

if (refused === 'debugging') {
  // At once, before the debugger that the switch enables can be used.
  refuse('start.refused.title', 'start.refused.debugging');
} else if (refused === 'without-sandbox') {
  whenReady(() => void speakAsSet().then(() => refuse('start.refused.title', 'start.refused.without-sandbox')));
} else if (isLinux && app.commandLine.hasSwitch(readerSwitch)) {
  whenReady(() => answerAsReader(app, safeStorage));
} else {
  startOnce();
}

/** Runs the app, unless it runs already. A second instance ends here, before it opens the library. */
function startOnce(): void {
  const instance = claimProfile(app, userData);
  if (instance.is === 'shown') return app.exit(0);
  // Chromium refuses to sandbox root on Linux (containers, where the launcher passes --no-sandbox) and would not start.
  if (!isLinuxRoot) app.enableSandbox();
  if (process.platform === 'win32') app.setAppUserModelId(appId);
  protocol.registerSchemesAsPrivileged([latentScheme]);
  if (instance.is === 'alone') run();
  else whenReady(() => void speakAsSet().then(() => begin(instance)));
}

/** What takes longer than the usual start. */
async function begin(instance: Instance): Promise<void> {
  if (instance.is === 'alone') run();
  else if (instance.is === 'elsewhere') await askWhetherElsewhere(instance.computer);
  else if (instance.is === 'shown') app.exit(0);
  else {
    const { takeOver } = await import('./late-parts.ts');
    await takeOver(app, speech, userData, (taken) => (taken.is === 'unreachable' ? refuse('start.open-already.title', 'start.open-already.body') : begin(taken)));
  }
}

/** Two computers with one history could send a task twice. After a restored backup or a new name of this computer, nobody else has it. */
async function askWhetherElsewhere(computer: string): Promise<void> {
  const { words } = speech;
  const buttons = [words('start.elsewhere.open'), words('start.elsewhere.quit')];
  const detail = words('start.elsewhere.body', { folder: userData, computer });
  const { response } = await dialog.showMessageBox({ type: 'question', message: words('start.elsewhere.title'), detail, buttons, defaultId: 1, cancelId: 1 });
  if (response === 0) run();
  else app.exit(0);
}

/** Runs the app until it quits. */
function run(): void {
  openForMessages(app, userData);
  const logFolder = path.join(userData, 'logs');
  const appLog = openAppLog(logFolder, app.isPackaged ? null : process.stderr);
  if (removedVariables.length > 0) appLog.log.warn('app', 'variables of the environment were removed', { names: removedVariables.join(', ') });
  const clock = createSystemClock();
  const built = (file: string): string => path.join(app.getAppPath(), 'dist', file);
  const lifecycle = createLifecycle<Composed>(clock, (error) => appLog.log.error('app', 'closing failed', errorFacts(error)));
  const viewMemory = openViewMemoryFile(userData, isNewProfile(userData));
  const openRequests = createOpenRequests(clock);
  openRequests.add(process.argv.slice(1), process.cwd());
  const appEnd = createAppEnd({ speech, appLog, logFolder, clock, lifecycle, viewMemory });

  watchForCrashes(app, appLog.log, appEnd.crashed);
  guardPages(app);
  if (isLinux) giveIcons(app, built('icon.png'));
  app.on('second-instance', (_event, args, folder) => appEnd.startedAgain(args.slice(1), folder));
  app.on('before-quit', appEnd.beforeQuit);
  // Without a listener Electron would quit here, also on macOS.
  app.on('window-all-closed', () => undefined);
  startApp({ language, speech, built, appLog, clock, logFolder, environmentKey, viewMemory, openRequests, lifecycle, appEnd }).catch(async (error: unknown) => {
    // A message can be shown only then.
    await app.whenReady();
    appEnd.startFailed(error);
  });
}

/** For what is said before the app has opened its settings. */
const speakAsSet = (): Promise<void> => language.set(languageSetting(userData));

function whenReady(act: () => void): void {
  app.whenReady().then(act, () => app.exit(1));
}

/** Says why the app does not start, and ends it. */
function refuse(title: 'start.refused.title' | 'start.open-already.title', body: 'start.refused.debugging' | 'start.refused.without-sandbox' | 'start.open-already.body'): void {
  const { words } = speech;
  dialog.showErrorBox(words(title), words(body, { folder: userData }));
  app.exit(1);
}
