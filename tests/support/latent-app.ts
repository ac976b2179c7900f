import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { _electron, type ElectronApplication, type Locator, type Page } from '@playwright/test';
import { journalFolder } from '../../electron/core/library/library-journal.ts';
import { practiceAccountId, type Account } from '../../shared/account.ts';
import type { Api, Outputs, Snapshot } from '../../shared/ipc/api.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import { isInFlight, type TaskWithImages } from '../../shared/task.ts';
import { firstView, type ViewMemory } from '../../shared/windows/view-memory.ts';
import { hangLimit } from './hang-limit.ts';
import type { TaskScript } from './scripted-service-script.ts';
import type { ScriptedService } from './scripted-service.ts';

/** A person's computer as the app sees it: its own home folder, kept between starts. */
export interface Profile {
  readonly home: string;
  readonly userData: string;
  /** Where pictures land by default. */
  readonly library: string;
  /** Absolute paths of the library's files, sorted; without its journal and copies of reference pictures. */
  files(): Promise<string[]>;
  remove(): Promise<void>;
}

export async function createProfile(): Promise<Profile> {
  const home = await mkdtemp(path.join(tmpdir(), 'latent-home-'));
  const library = path.join(home, 'Pictures', 'Latent');
  await mkdir(path.join(home, 'Pictures'));
  return {
    home,
    userData: path.join(home, 'user-data'),
    library,
    async files() {
      const entries = await readdir(library, { recursive: true, withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isFile() && !entry.parentPath.split(path.sep).includes(journalFolder)).map((entry) => path.join(entry.parentPath, entry.name)).sort();
    },
    remove: () => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

export interface LaunchOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Chromium switches, before the app's path. */
  readonly switches?: readonly string[];
  /** What to start instead of the checkout. */
  readonly entry?: string;
  /** What to open: links and files, after the app's path. */
  readonly open?: readonly string[];
  /** How far to wait for the start; by default until the app shows something. */
  readonly until?: 'window';
  /** The list of tasks in a new profile. It is open by default, so that a test sees every task. */
  readonly strip?: 'closed';
  /** The inspector in a new profile. It is open by default; a person's first start has it closed. */
  readonly inspector?: 'closed';
  /** The rows of the sheet in a new profile. They are square by default; at a person's first start, they are justified. */
  readonly rows?: ViewMemory['sheetLayout'];
  /** A person's first start: nothing of the profile is there, and the window begins with the first steps. Practice pictures have the usual size. */
  readonly isFirst?: boolean;
  /** Several tests use it, and the last one closes it. */
  readonly isShared?: boolean;
}

/** The app in a real window, with what a test needs to use it as a person does. */
export class LatentApp {
  /** Apps that are still running. `test.ts` ends those that a failed test leaves behind. */
  static readonly running = new Set<LatentApp>();
  /** Apps that outlive a test. */
  static readonly shared = new Set<LatentApp>();

  readonly electron: ElectronApplication;
  readonly page: Page;
  /** Everything that the process wrote to stdout and stderr. */
  readonly output: () => string;

  private constructor(electron: ElectronApplication, page: Page, output: () => string) {
    this.electron = electron;
    this.page = page;
    this.output = output;
  }

  static async launch(profile: Profile, options: LaunchOptions = {}): Promise<LatentApp> {
    const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
    await arrangeProfile(profile, options);
    const electron = await _electron.launch({
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        ...(options.switches ?? []),
        options.entry ?? '.',
        `--user-data-dir=${profile.userData}`,
        '--lang=en-US',
        ...(options.open ?? []),
      ],
      timeout: hangLimit,
      env: { ...withoutKeys(process.env), HOME: profile.home, XDG_CONFIG_HOME: path.join(profile.home, '.config'), ...inEnglish, ...options.env },
    });
    let output = '';
    const child = electron.process();
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    const app = new LatentApp(electron, await mainWindow(electron), () => output);
    app.page.setDefaultTimeout(hangLimit);
    const apps = options.isShared === true ? LatentApp.shared : LatentApp.running;
    apps.add(app);
    electron.once('close', () => apps.delete(app));
    if (options.until !== 'window') await app.page.waitForSelector('main');
    return app;
  }

  get prompt(): Locator {
    return this.page.getByRole('textbox', { name: 'Prompt' });
  }

  /** Types a prompt and sends it with the keyboard. */
  async submit(prompt: string): Promise<void> {
    await this.prompt.fill(prompt);
    await this.prompt.press('ControlOrMeta+Enter');
  }

  /**
   * Brings pictures into the library soon: the task is added by its ID to the selected account, and so queried at once, where a submitted
   * task waits three seconds. Resolves to the task's local ID, before the pictures have arrived.
   */
  async receive(service: ScriptedService, prompt: string, script: TaskScript): Promise<string> {
    await service.script(prompt, { processing: 0, ...script });
    const [remoteId, { selectedAccountId: accountId }] = await Promise.all([service.take(prompt), this.call('appSnapshot') as Promise<Snapshot>]);
    const taskId = randomUUID();
    await this.call('tasksAddById', { taskId, accountId, remoteId, prompt, anyway: true });
    return taskId;
  }

  /** Tasks in the list below the strip, by their state. Large groups are closed there until they are opened. */
  tile(status: string): Locator {
    return this.page.locator(`[data-task-status="${status}"]`);
  }

  get tiles(): Locator {
    return this.page.locator('[data-task-status]');
  }

  /** Pictures of the contact sheet. */
  get pictures(): Locator {
    return this.page.locator('[data-image-id]');
  }

  /** How many pictures of the contact sheet are painted. */
  async loadedPictures(): Promise<number> {
    return this.pictures.locator('img').evaluateAll((images) => images.filter((image) => (image as unknown as LoadingImage).naturalWidth > 0).length);
  }

  /** Calls main as the page does, for steps that a test needs but is not about. Returns the value; throws the code of an error. */
  async call(method: string, input?: unknown): Promise<unknown> {
    const result = await this.page.evaluate(
      ([name, argument]) => (globalThis as unknown as { api: Record<string, (argument: unknown) => Promise<unknown>> }).api[name]?.(argument),
      [method, input] as const,
    );
    const { ok, value, error } = result as { ok: boolean; value?: unknown; error?: { code: string; detail?: string } };
    if (!ok) throw new Error(`${method}: ${error?.code} ${error?.detail ?? ''}`);
    return value;
  }

  /** The newest tasks that match a search, at most 200, and the number of all matches. A history on screen then reopens its own view. */
  async history(search = ''): Promise<{ readonly tasks: readonly TaskWithImages[]; readonly total: number }> {
    for (;;) {
      const opened = (await this.call('libraryOpenHistory', { search, sort: { by: 'created', descending: true } })) as Outputs['library:open-history'];
      const ready = opened && ((await this.call('libraryReady', { token: opened.token })) as Outputs['library:ready']);
      if (ready) return { tasks: opened.first, total: ready.total };
    }
  }

  /** How many pictures a search finds. A gallery on screen then reopens its own view, which ends a selection of several. */
  async found(search: string): Promise<number> {
    for (;;) {
      const opened = (await this.call('libraryOpenGallery', { search })) as Outputs['library:open-gallery'];
      const facts = opened && ((await this.call('libraryReady', { token: opened.token })) as Outputs['library:ready']);
      if (facts) return facts.total;
    }
  }

  async accounts(): Promise<readonly Account[]> {
    return ((await this.call('appSnapshot')) as Snapshot).accounts;
  }

  /** An account whose key outlives the process, on a computer without a keyring; it becomes the selected one. */
  async addAccount(baseUrl: string, key: string, name = 'Studio'): Promise<string> {
    const { accountId } = (await this.call('accountsAdd', { name, baseUrl, key, keeping: 'unprotected' })) as { accountId: string };
    // The window hears of it a frame later; what is submitted before that goes to the account it shows.
    await this.page.getByText(name).first().waitFor();
    // Nothing asks for the first submission then; compose.test.ts is about that question.
    const { settings } = (await this.call('appSnapshot')) as Snapshot;
    await this.changeSettings({ confirmedAccounts: [...settings.confirmedAccounts, accountId] });
    return accountId;
  }

  /** Selects an account in the gallery, and waits until the window shows it. */
  async selectAccount(name: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+1');
    await this.call('accountsSelect', { accountId: (await this.accounts()).find((account) => account.name === name)?.id });
    await this.page.getByRole('button', { name: `Account: ${name}` }).waitFor();
  }

  /** Hides whatever has a problem, without the question that a person would be asked. */
  async hideProblems(): Promise<void> {
    const problems = this.page.getByRole('button', { name: /^\d+ problems?$/ });
    for (;;) {
      const { head } = (await this.call('appSnapshot')) as Snapshot;
      const hasProblems = head.some(({ task }) => !isInFlight(task));
      if (!hasProblems && !(await problems.isVisible())) return;
      // A task in progress may become a problem while others are hidden.
      if (hasProblems) await this.call('tasksDismiss', { taskIds: head.map(({ task }) => task.id) });
      await this.drawn();
    }
  }

  /** Says yes to the question before something may be charged. */
  async confirmSubmission(): Promise<void> {
    await this.page.getByRole('dialog', { name: /^(?:Generate|Put)/ }).getByRole('button', { name: /^(?:Generate|Put back)/ }).click();
  }

  /** Changes settings, and waits until the window knows. */
  async changeSettings(change: Partial<Settings>): Promise<void> {
    await this.page.evaluate(async (input) => {
      const { api } = globalThis as unknown as { api: Pick<Api, 'onChanges' | 'settingsUpdate'> };
      await new Promise<void>((resolve, reject) => {
        // Called after the window's own listener, which was added first.
        const stop = api.onChanges(({ changes }) => {
          if (!changes.some(({ kind }) => kind === 'settings')) return;
          stop();
          resolve();
        });
        void api.settingsUpdate(input).then((answer) => answer.ok || reject(new Error(answer.error.code)));
      });
    }, change);
  }

  /**
   * Loads the page again as at the start of a test: nothing is searched for, selected or left to undo, and the pointer rests over no picture.
   * For tests that share an app. What main holds stays: tasks, pictures, marks, settings, and the size of the window.
   */
  async renew(view: Partial<ViewMemory> = {}): Promise<void> {
    await this.page.mouse.move(1, 1);
    await this.page.evaluate(async (memory) => {
      const page = globalThis as unknown as { api: Pick<Api, 'appRemember'>; setTimeout(run: () => void): number; clearTimeout(timer: number): void };
      // No timer of the page that is going may write its own memory after this.
      for (let timer = page.setTimeout(() => undefined); timer > 0; timer -= 1) page.clearTimeout(timer);
      await page.api.appRemember(memory);
    }, { ...newView, ...view });
    await this.page.reload();
    await this.page.waitForSelector('main');
  }

  /** Reloads the page as one that is never idle, so that the code of a page is loaded only when it opens. */
  async reloadBusy(): Promise<void> {
    await this.page.evaluate("sessionStorage.setItem('busy', 'yes')");
    // The script stays with the page, but acts only in this reload.
    await this.page.addInitScript("if (sessionStorage.getItem('busy')) window.requestIdleCallback = () => 0;");
    await this.page.reload();
    await this.page.evaluate("sessionStorage.removeItem('busy')");
    await this.page.waitForSelector('main');
  }

  /** Gives the page so many pixels. */
  async resize(width: number, height: number): Promise<void> {
    await this.electron.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows().find((window) => window.isVisible())?.setContentSize(size.width, size.height), { width, height });
    const fits = async (): Promise<boolean> => {
      const now = await this.page.evaluate(() => {
        const { innerWidth, innerHeight } = globalThis as unknown as { innerWidth: number; innerHeight: number };
        return { innerWidth, innerHeight };
      });
      return now.innerWidth === width && now.innerHeight === height;
    };
    while (!(await fits())) await this.page.waitForTimeout(50);
    await this.drawn();
  }

  /** Waits for a few frames: resize observers, then React, then what these change. */
  async drawn(): Promise<void> {
    await this.page.evaluate(async () => {
      const { requestAnimationFrame } = globalThis as unknown as { requestAnimationFrame: (run: (time: number) => void) => number };
      for (let frame = 0; frame < 5; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  }

  /** Ends the app as a person does. */
  async close(): Promise<void> {
    await this.electron.close();
  }

  /** Kills it: the main process cannot react. */
  async kill(): Promise<void> {
    const child = this.electron.process();
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

/** The main window. With pictures to decode at the start, the hidden window of the decoder may be there first. */
async function mainWindow(electron: ElectronApplication): Promise<Page> {
  const isMain = (page: Page): boolean => !/^(about:blank)?$|\/decoder\.html$/.test(page.url());
  for (const deadline = Date.now() + hangLimit; Date.now() < deadline; await wait(20)) {
    const found = electron.windows().find(isMain);
    if (found) return found;
  }
  throw new Error('no window within two minutes');
}

/** The layout of a new profile's window: all that a test may look at is open, and rows have the same columns whatever the pictures are. */
const newView: ViewMemory = { ...firstView, sheetLayout: 'square', stripOpen: true, inspectorOpen: true };

/** The choices of a new profile. Painting a practice picture of the usual size would take half a second of a core. */
export const newChoices: Pick<Settings, 'compose' | 'composeByAccount'> = { compose: defaultSettings.compose, composeByAccount: { [practiceAccountId]: { ...defaultSettings.compose, size: '256x256' } } };

/** Lays out the window of a new profile, and has practice pictures painted small. A profile that was used before stays as it is. */
export async function arrangeProfile({ userData }: Profile, { isFirst, strip, inspector, rows = newView.sheetLayout }: LaunchOptions): Promise<void> {
  if (isFirst === true) return;
  await mkdir(userData, { recursive: true });
  const view: ViewMemory = { ...newView, sheetLayout: rows, stripOpen: strip !== 'closed', inspectorOpen: inspector !== 'closed' };
  for (const [name, content] of [['view.json', view], ['settings.json', newChoices]] as const) {
    await writeFile(path.join(userData, name), JSON.stringify(content), { flag: 'wx' }).catch(() => undefined);
  }
}

/** The part of HTMLImageElement that tells whether it is painted; this program has no DOM types. */
export interface LoadingImage {
  readonly naturalWidth: number;
}

/** Whatever the computer speaks. Packaged copies read the second alone. */
const inEnglish = { LATENT_SYSTEM_LANGUAGE: 'en-US', LANGUAGE: 'en_US' };

function withoutKeys(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== 'SERVICE_API_KEY'));
}
