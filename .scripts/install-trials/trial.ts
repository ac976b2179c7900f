import { createHash } from 'node:crypto';
import { copyFileSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../child.ts';
import { say, Sentence } from '../say.ts';
import { Desktop } from './virtual-desktop.ts';
import { Enclosure } from './enclosure.ts';
import { kinds, missingLibraries, type Kind } from './kinds.ts';
import type { Pair } from './package-pairs.ts';
import { cacheOf } from './trial-folders.ts';
import { RunningApp } from './running-app.ts';
import type { System } from './systems.ts';
import type { Row } from './trial-table.ts';

/** Whether persons may make user namespaces; `later`: they may while the package is installed, and may not when it is started. */
export type Namespaces = 'yes' | 'no' | 'later no';

export interface Outcome {
  readonly row: Row;
  readonly failure: string | null;
}

type Step = 'installed' | 'started' | 'picture' | 'upgraded' | 'removed';

/** Installs a package, makes a picture with it, upgrades it, makes another, and removes it. Never throws for what the package does. */
export async function tryPackage(system: System, pair: Pair, namespaces: Namespaces, libraries: string): Promise<Outcome> {
  const name = `${system.name}-${pair.kind}-${namespaces.replace(' ', '-')}`;
  say(`${pair.kind} on ${system.title}, user namespaces: ${namespaces}`);
  const seen: Partial<Record<Step, string>> = {};
  const desktop = await Desktop.open();
  const enclosure = await Enclosure.open(system.base, namespaces !== 'no');
  const trial = new Trial({ enclosure, desktop, pair, kind: kinds[pair.kind], namespaces, libraries, name, seen });
  let failure: string | null = null;
  try {
    await trial.run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const file = trial.photograph('failed');
    const log = trial.keepLog();
    failure = `${name}, ${trial.step}: ${error.message}\n  screenshot: ${file}${log === null ? '' : `\n  log: ${log}`}`;
    seen[trial.step] = 'failed';
  } finally {
    await enclosure.close();
    await desktop.close();
  }
  const at = (step: Step): string => seen[step] ?? '–';
  const when = `${new Date().toISOString().slice(0, 10)}, ${pair.older.version} → ${pair.newer.version}`;
  return { row: { package: pair.kind, system: system.title, namespaces, installed: at('installed'), started: at('started'), picture: at('picture'), upgraded: at('upgraded'), removed: at('removed'), when }, failure };
}

interface TrialParts {
  readonly enclosure: Enclosure;
  readonly desktop: Desktop;
  readonly pair: Pair;
  readonly kind: Kind;
  readonly namespaces: Namespaces;
  readonly libraries: string;
  readonly name: string;
  readonly seen: Partial<Record<Step, string>>;
}

class Trial {
  step: Step = 'installed';
  readonly #parts: TrialParts;

  constructor(parts: TrialParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { seen, pair, namespaces, kind, enclosure } = this.#parts;
    await this.#must(kind.before(this.#parts.libraries), 'root', true);
    seen.installed = await this.#install(pair.older.file, kind.install);
    if (namespaces === 'later no') await this.#must('echo 0 > /proc/sys/user/max_user_namespaces', 'root');

    this.step = 'started';
    const needsHelper = namespaces !== 'yes' && !kind.hasSandboxHelper;
    const refusal = needsHelper ? await this.#refusal() : '';
    const [started, picture] = await this.#use('one', pair.older.version, 1);
    seen.started = refusal + started;
    this.step = 'picture';
    seen.picture = `${picture}; ${await this.#useCommand(pair.older.version)}`;

    this.step = 'upgraded';
    const before = await this.#fingerprint();
    await this.#install(pair.newer.file, kind.upgrade);
    if ((await this.#fingerprint()) !== before) throw new Sentence('the upgrade changed files of the person');
    if (needsHelper) await this.#makeHelper();
    const pictures = this.#pictures();
    const [again] = await this.#use('two', pair.newer.version, 2);
    const kept = this.#pictures();
    if (!Object.entries(pictures).every(([file, hash]) => kept[file] === hash)) throw new Sentence('a picture of the older version is no longer what it was');
    seen.upgraded = `${again}; the picture is there, and another`;

    this.step = 'removed';
    const last = await this.#fingerprint();
    const files = (await this.#must(kind.files, kind.as)).split('\n').filter((line) => line.startsWith('/'));
    await this.#must(kind.remove, kind.as);
    const left = (await enclosure.run(files.map((file) => `ls -d '${file}' 2>/dev/null`).join('\n'))).output.trim();
    if (left !== '') throw new Sentence(`after the removal there is still: ${left.split('\n').slice(0, 5).join(', ')}`);
    if ((await this.#fingerprint()) !== last) throw new Sentence('the removal changed files of the person');
    seen.removed = `yes, all ${files.length} files; profile and pictures as before`;
  }

  /** Installs a file and says what is there then. */
  async #install(file: string, script: (file: string) => string): Promise<string> {
    const { kind, enclosure } = this.#parts;
    copyFileSync(file, join(enclosure.exchange, basename(file)));
    await this.#must(script(`/exchange/${basename(file)}`), kind.as, kind.as === 'root');
    const command = await this.#command();
    const missing = await missingLibraries(enclosure, command);
    if (missing.length > 0) throw new Sentence(`${command} needs libraries that are not there: ${missing.join(', ')}`);
    const { output } = await enclosure.run(`stat -c %a "$(dirname "$(readlink -f "$(command -v ${command.split(' ')[0] ?? ''})")")/chrome-sandbox"`);
    return `yes; sandbox helper ${output.trim()}`;
  }

  async #command(): Promise<string> {
    const { kind } = this.#parts;
    const command = (await this.#must(kind.command, kind.as)).trim();
    if (command === '') throw new Sentence('there is nothing to start');
    return command;
  }

  /** Starts the app, makes a picture as a person does, and closes the window. Says what was seen of the start and of the picture. */
  async #use(name: string, version: string, pictures: number): Promise<readonly [string, string]> {
    const { enclosure, desktop } = this.#parts;
    const app = await RunningApp.start(enclosure, desktop, await this.#command());
    const started = await app.waitForWindow();
    if ((await desktop.findIcon(10_000)) === null) throw new Sentence('its window has no icon');
    const found = app.logged('started').at(-1) ?? '';
    if (!found.includes(`latent=${version} `)) throw new Sentence(`the version that started is not ${version}: ${found}`);
    this.step = this.step === 'started' ? 'picture' : this.step;
    const sandbox = await app.sandbox();
    await app.generate(`a lighthouse in a storm, picture ${pictures}`, pictures);
    const files = Object.keys(this.#pictures());
    if (files.length !== pictures) throw new Sentence(`there should be ${pictures} pictures in the library, and there are ${files.length}: ${files.join(', ')}`);
    // For whoever looks at it: the thumbnail is made after the picture is kept.
    await wait(3_000);
    this.photograph(name);
    await app.close();
    return [`yes, ${(started / 1_000).toFixed(1)} s; ${sandbox}`, `yes, ${basename(files.at(-1) ?? '')}`];
  }

  /** Makes a picture by the command, as a person without a screen, on a profile of its own. */
  async #useCommand(version: string): Promise<string> {
    const { kind, enclosure } = this.#parts;
    const typed = kind.typed.replace('~', enclosure.person.home);
    const said = await this.#must(`${typed} --version`, 'person');
    if (said.trim() !== version) throw new Sentence(`the version of the command is not ${version}: ${said.trim()}`);
    const made = await this.#must(`cd /tmp && export HOME=/tmp/by-command && mkdir -p $HOME && ${typed} generate 'a lighthouse by command' && find $HOME/Pictures -name '*.png' | wc -l && rm -r $HOME`, 'person');
    if (!/^1$/m.test(made)) throw new Sentence(`the command made no picture: ${made.trim().slice(0, 300)}`);
    return 'and another by the command, without a screen';
  }

  /** Where nothing can sandbox the app, it must not start. Returns what it says, and does what the page about troubles then tells the person to do. */
  async #refusal(): Promise<string> {
    const { enclosure, desktop } = this.#parts;
    const app = await RunningApp.start(enclosure, desktop, await this.#command());
    const message = await app.waitForEnd();
    this.photograph('refused');
    await this.#makeHelper();
    return `no, as it must not: “${message}” After what docs/troubleshooting.md says: `;
  }

  async #makeHelper(): Promise<void> {
    const line = /^sudo chown .*$/m.exec(readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8'))?.[0];
    if (line === undefined) throw new Sentence('docs/troubleshooting.md does not say how to make the helper of the sandbox');
    const folder = dirname(await this.#command());
    await this.#must(`cd '${folder}' && ${line.replaceAll('sudo ', '')}`, 'root');
  }

  /** A hash over all files of the person that the app wrote. */
  async #fingerprint(): Promise<string> {
    return this.#must(`find .config Pictures -type f 2>/dev/null | sort | xargs -r -d '\\n' sha256sum | sha256sum`, 'person');
  }

  /** The pictures in the library by their names, with their hashes. */
  #pictures(): Readonly<Record<string, string>> {
    const home = this.#parts.enclosure.path(this.#parts.enclosure.person.home);
    const files = globSync('**/*.{png,jpg,jpeg,webp}', { cwd: home }).filter((file) => !file.split('/').some((part) => part.startsWith('.')));
    return Object.fromEntries(files.map((file) => [file, createHash('sha256').update(readFileSync(join(home, file))).digest('hex')]));
  }

  photograph(what: string): string {
    const file = join(cacheOf('seen'), `${this.#parts.name}-${what}.png`);
    this.#parts.desktop.photograph(file);
    return file;
  }

  /** Copies the app's log out of the enclosure, if it wrote one. */
  keepLog(): string | null {
    const [found] = globSync('.config/*/logs/latent.log', { cwd: this.#parts.enclosure.path(this.#parts.enclosure.person.home) });
    if (found === undefined) return null;
    const file = join(cacheOf('seen'), `${this.#parts.name}.log`);
    copyFileSync(join(this.#parts.enclosure.path(this.#parts.enclosure.person.home), found), file);
    return file;
  }

  async #must(script: string, as: 'root' | 'person', fresh = false): Promise<string> {
    const { ok, output } = await this.#parts.enclosure.run(fresh ? `apt-get update -q >/dev/null && ${script}` : script, { as });
    if (!ok) throw new Sentence(`“${script.slice(0, 200)}” said: ${output.trim().split('\n').slice(-12).join('\n')}`);
    return output;
  }
}
