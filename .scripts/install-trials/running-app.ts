import type { ChildProcess } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sendPrompt } from '../releases/send-prompt.ts';
import { Sentence } from '../say.ts';
import type { Desktop } from './virtual-desktop.ts';
import type { Enclosure } from './enclosure.ts';

/** Milliseconds until something that a person waits for has failed, on a slow machine. */
const patience = 90_000;

/** The installed app, started by the person, and used by keys alone: nothing in it helps whoever tries it. */
export class RunningApp {
  readonly #enclosure: Enclosure;
  readonly #desktop: Desktop;
  readonly #began = Date.now();
  /** Lines of the log from earlier starts. */
  readonly #earlier: number;
  #output = '';
  #hasEnded = false;

  private constructor(enclosure: Enclosure, desktop: Desktop, child: ChildProcess) {
    this.#enclosure = enclosure;
    this.#desktop = desktop;
    this.#earlier = this.#log().length;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    child.once('close', () => (this.#hasEnded = true));
  }

  /** `command`: as the menu's entry has it, or the path of the program. */
  static async start(enclosure: Enclosure, desktop: Desktop, command: string): Promise<RunningApp> {
    return new RunningApp(enclosure, desktop, enclosure.start(`exec ${command}`, { as: 'person', display: desktop.display }));
  }

  /** Waits for the window, and resolves to the milliseconds until it was there. */
  async waitForWindow(): Promise<number> {
    if (!(await this.#desktop.findWindow('^Latent$', patience, () => this.#hasEnded))) {
      throw new Sentence(`no window${this.#hasEnded ? ', and the app ended' : ''}; other windows: ${this.#desktop.windowTitles().join(', ') || 'none'}; it said: ${this.#said()}`);
    }
    return Date.now() - this.#began;
  }

  /** Waits until the app has ended without a window of its own, and resolves to what it said last. */
  async waitForEnd(): Promise<string> {
    if (await this.#desktop.findWindow('^Latent$', patience, () => this.#hasEnded)) throw new Sentence('it started, though nothing can sandbox it');
    if (!this.#hasEnded) throw new Sentence(`it neither started nor ended; windows: ${this.#desktop.windowTitles().join(', ') || 'none'}`);
    return this.#said();
  }

  /** Which of Chromium's sandboxes the pages run in, from the processes themselves. */
  async sandbox(): Promise<string> {
    const script = `for process in /proc/[0-9]*; do [ "$(stat -c %u $process 2>/dev/null)" = 1000 ] || continue; tr '\\0' ' ' < $process/cmdline 2>/dev/null | grep -q -- '--type=renderer' || continue
      echo "$(readlink $process/ns/user) $(readlink $process/ns/pid) $(sed -n 's/^Seccomp:\\s*//p' $process/status)"; done; echo "own $(readlink /proc/1/ns/user) $(readlink /proc/1/ns/pid)"`;
    const lines = (await this.#enclosure.run(script)).output.trim().split('\n');
    const [, user, pid] = (lines.at(-1) ?? '').split(' ');
    const pages = lines.slice(0, -1).map((line) => line.split(' '));
    if (pages.length === 0) throw new Sentence('no process of a page was found');
    if (!pages.every(([, pagePid, seccomp]) => pagePid !== pid && seccomp === '2')) throw new Sentence(`a page runs without its sandbox: ${lines.join('; ')}`);
    return pages.every(([pageUser]) => pageUser !== user) ? 'sandbox by user namespaces' : 'sandbox by its setuid helper';
  }

  /** Types a prompt and sends it, and waits until the pictures of the library are so many in all. */
  async generate(prompt: string, pictures: number): Promise<void> {
    const type = (text: string): void => {
      this.#desktop.press('ctrl+l', 'ctrl+a');
      this.#desktop.type(text);
    };
    await sendPrompt({ type, send: () => this.#desktop.press('ctrl+Return'), isSent: () => this.logged('intent written').length > 0 }, prompt);
    if (!(await this.#until(() => this.logged('picture kept').length > 0, patience))) throw new Sentence(`picture ${pictures} was asked for and did not arrive`);
  }

  /** Closes the window as a person does, and waits until no process is left. */
  async close(): Promise<void> {
    this.#desktop.press('alt+F4');
    if (!(await this.#until(() => this.#hasEnded, patience))) throw new Sentence('the window was closed, and the app did not end');
    if (this.logged('stopped').length === 0) throw new Sentence(`the app did not end in order: ${this.#said()}`);
    const { output } = await this.#enclosure.run(`for process in /proc/[0-9]*; do [ "$(stat -c %u $process 2>/dev/null)" = 1000 ] && sed -n 's/^State:\\s*\\([^Z]\\)/\\1/p' $process/status && tr '\\0' ' ' < $process/cmdline; done; true`);
    if (output.trim() !== '') throw new Sentence(`a process outlives the app: ${output.trim().slice(0, 300)}`);
  }

  /** Lines that this start wrote into the app's log, with these words. */
  logged(words: string): readonly string[] {
    return this.#log().slice(this.#earlier).filter((line) => line.includes(` ${words}`));
  }

  #log(): readonly string[] {
    const home = this.#enclosure.path(this.#enclosure.person.home);
    return globSync('.config/*/logs/latent.log', { cwd: home }).flatMap((file) => readFileSync(join(home, file), 'utf8').trim().split('\n'));
  }

  async #until(holds: () => boolean, limit: number): Promise<boolean> {
    for (const deadline = Date.now() + limit; Date.now() < deadline; await wait(200)) {
      if (holds()) return true;
    }
    return holds();
  }

  /** The line that says most of what it wrote to its terminal. */
  #said(): string {
    const lines = this.#output.trim().split('\n');
    return (lines.find((line) => /FATAL|error while loading/.test(line)) ?? lines.at(-1) ?? '').replace(/^\[[^\]]*\]\s*/, '').slice(0, 300);
  }
}
