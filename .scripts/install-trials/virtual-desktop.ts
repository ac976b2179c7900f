import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { startScreen, type Screen } from '../screen.ts';
import { Sentence } from '../say.ts';

/** A screen with a window manager, and the hands of a person: keys by the test extension of X, screenshots. */
export class Desktop {
  readonly display: string;
  readonly #screen: Screen;
  readonly #manager: ChildProcess;

  private constructor(screen: Screen, display: string, manager: ChildProcess) {
    this.#screen = screen;
    this.display = display;
    this.#manager = manager;
  }

  static async open(): Promise<Desktop> {
    const screen = await startScreen();
    const display = screen.environment['DISPLAY'] ?? '';
    const manager = spawn('openbox', ['--sm-disable'], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } });
    return new Desktop(screen, display, manager);
  }

  /** Waits until a window with this title can be seen, and gives it the keyboard. False after so many milliseconds, or once `hasEnded`. */
  async findWindow(title: string, limit: number, hasEnded: () => boolean): Promise<boolean> {
    for (const deadline = Date.now() + limit; Date.now() < deadline && !hasEnded(); await wait(250)) {
      const [id] = this.#hands('search', '--onlyvisible', '--name', title).split('\n');
      if (id === undefined || id === '') continue;
      this.#hands('windowactivate', '--sync', id);
      return true;
    }
    return false;
  }

  /** The titles of all windows in sight. */
  windowTitles(): readonly string[] {
    const ids = this.#hands('search', '--onlyvisible', '--name', '.').split('\n').filter(Boolean);
    return ids.map((id) => this.#hands('getwindowname', id)).filter(Boolean);
  }

  /** Waits until the window that has the keyboard says what its icon is, and resolves to the icon's size, such as `256x256`. Null after so many milliseconds. */
  async findIcon(limit: number): Promise<string | null> {
    const id = this.#hands('getactivewindow');
    for (const deadline = Date.now() + limit; Date.now() < deadline; await wait(100)) {
      const { stdout } = spawnSync('xprop', ['-id', id, '-notype', '32c', ' $0x$1\n', '_NET_WM_ICON'], { env: { ...process.env, DISPLAY: this.display }, encoding: 'utf8' });
      const size = /\d+x\d+/.exec(stdout)?.[0];
      if (size !== undefined) return size;
    }
    return null;
  }

  type(text: string): void {
    this.#hands('type', '--delay', '20', text);
  }

  press(...keys: readonly string[]): void {
    this.#hands('key', ...keys);
  }

  /** Takes a screenshot of the whole screen as a PNG. */
  photograph(file: string): void {
    const { status, stderr } = spawnSync('scrot', ['--overwrite', file], { env: { ...process.env, DISPLAY: this.display }, encoding: 'utf8' });
    if (status !== 0) throw new Sentence(`No screenshot: ${stderr.trim()}`);
  }

  async close(): Promise<void> {
    this.#manager.kill();
    await this.#screen.stop();
  }

  #hands(...args: readonly string[]): string {
    return spawnSync('xdotool', args, { env: { ...process.env, DISPLAY: this.display }, encoding: 'utf8', timeout: 20_000 }).stdout.trim();
  }
}
