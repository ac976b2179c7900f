import type { ChildProcess } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { extractFile } from '@electron/asar';
import { root, run } from '../../child.ts';
import { makeCommandFolder } from '../../packages/command-folder.ts';
import { say, Sentence } from '../../say.ts';
import { Desktop } from '../virtual-desktop.ts';
import { Enclosure } from '../enclosure.ts';
import { cacheOf } from '../trial-folders.ts';
import type { Row } from '../trial-table.ts';
import type { Outcome } from '../trial.ts';
import { makeWine, wineUser } from './wine-system.ts';

const versions = ['1.0.0-stand-in', '1.0.1-stand-in'] as const;

/** Where a person lets the installer put the app: where it wants to, or a folder with spaces and umlauts. */
const places = { 'its own place': null, 'C:\\Bücher und Bilder\\Latent': 'C:\\Bücher und Bilder\\Latent' } as const;

/** Tries the installer for Windows with wine: electron-builder's own script by Debian's makensis, around a program that stands in for Latent.exe. */
export async function tryWindows(): Promise<readonly Outcome[]> {
  if ((await run('vite', ['build', '--logLevel', 'warn'])) !== 0) throw new Sentence('The build did not succeed.');
  const base = makeWine();
  const outcomes: Outcome[] = [];
  const desktop = await Desktop.open();
  const enclosure = await Enclosure.open(base, true, root);
  try {
    await makeInstallers(enclosure);
    for (const [name, place] of Object.entries(places)) outcomes.push(await new WindowsTrial(enclosure, desktop, name, place).run());
  } finally {
    await enclosure.close();
    await desktop.close();
  }
  return outcomes;
}

/** In the enclosed system, by electron-builder. */
async function makeInstallers(enclosure: Enclosure): Promise<void> {
  say('making the installers for Windows');
  for (const version of versions) {
    for (const arch of ['x64', 'arm64']) makeCommandFolder('win32', arch, version, join(enclosure.exchange, 'command', version, arch));
  }
  const here = import.meta.dirname;
  const compile = `i686-w64-mingw32-gcc -O1 -s -municode -mwindows -o`;
  const script = `set -e
    mkdir -p /exchange/electron/resources /exchange/nsis /exchange/plugins/x86-unicode /exchange/out
    ${compile} /exchange/electron/electron.exe ${here}/stand-in.c
    echo 25.1.1 > /exchange/electron/version
    ${compile} /exchange/plugins/x86-unicode/StdUtils.dll -shared ${here}/plugins.c -lshell32
    cd /exchange/plugins/x86-unicode
    for name in Nsis7z WinShell SpiderBanner; do cp StdUtils.dll $name.dll; done
    cp ${here}/archive.sh /exchange/7za && chmod +x /exchange/7za
    printf '#!/bin/sh\\nexec makensis "$@"\\n' > /exchange/nsis/makensis && chmod +x /exchange/nsis/makensis
    : > /exchange/nsis/elevate.exe
    # electron-builder asks npm for the dependencies to pack, and there are none: all is bundled.
    printf '#!/bin/sh\\ncase $1 in list) echo "{}" ;; *) pwd ;; esac\\n' > /usr/local/bin/npm && chmod +x /usr/local/bin/npm
    export ELECTRON_BUILDER_NSIS_DIR=/exchange/nsis ELECTRON_BUILDER_NSIS_RESOURCES_DIR=/exchange ELECTRON_BUILDER_7ZIP_PATH=/exchange/7za USE_SYSTEM_WINE=true
    cd ${root} && node_modules/node/bin/node --no-warnings ${here}/build.ts /exchange/out /exchange ${versions.join(' ')}`;
  const { ok, output } = await enclosure.run(script, { limit: 900_000 });
  if (!ok) throw new Sentence(`The installers were not made:\n${output.trim().split('\n').slice(-25).join('\n')}`);
}

type Step = 'installed' | 'started' | 'picture' | 'upgraded' | 'removed';

/** One installation on a computer of Windows that wine makes anew, by a person whose name has a space and umlauts. */
class WindowsTrial {
  readonly #enclosure: Enclosure;
  readonly #desktop: Desktop;
  readonly #name: string;
  readonly #place: string | null;
  readonly #seen: Partial<Record<Step, string>> = {};
  #step: Step = 'installed';

  constructor(enclosure: Enclosure, desktop: Desktop, name: string, place: string | null) {
    this.#enclosure = enclosure;
    this.#desktop = desktop;
    this.#name = name;
    this.#place = place;
  }

  async run(): Promise<Outcome> {
    say(`NSIS, in ${this.#name}`);
    let failure: string | null = null;
    try {
      await this.#steps();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const file = join(cacheOf('seen'), `windows-${this.#place === null ? 'own' : 'chosen'}-failed.png`);
      this.#desktop.photograph(file);
      failure = `NSIS in ${this.#name}, ${this.#step}: ${error.message}\n  screenshot: ${file}`;
      this.#seen[this.#step] = 'failed';
    }
    const at = (step: Step): string => this.#seen[step] ?? '–';
    const row: Row = {
      package: 'NSIS (stand-in program)',
      system: `wine, ${this.#name}`,
      namespaces: '–',
      installed: at('installed'),
      started: at('started'),
      picture: at('picture'),
      upgraded: at('upgraded'),
      removed: at('removed'),
      when: `${new Date().toISOString().slice(0, 10)}, ${versions.join(' → ')}`,
    };
    return { row, failure };
  }

  async #steps(): Promise<void> {
    const [older, newer] = versions;
    await this.#wine('rm -rf "$HOME/.wine"; wineboot --init && wineserver --wait');
    await this.#wine(`wine ${this.#setup(older)} /S ${this.#place === null ? '' : unquoted(`/D=${this.#place}`)} && wineserver --wait`);
    this.#expectInstalled(older);
    this.#seen.installed = `yes, for ${wineUser} alone; shortcuts, links, entry in “Apps”`;

    this.#step = 'started';
    await this.#startByShortcut();
    this.#seen.started = 'yes, by its shortcut';

    this.#step = 'picture';
    await this.#useCommand(older, 1);
    this.#seen.picture = 'yes, by the command (no Electron for Windows here)';

    this.#step = 'upgraded';
    await this.#whileItRuns();
    // As a person does, who finds it on the web: with its window, and the app starts at the end.
    await this.#wine(`wine ${this.#setup(newer)} && wineserver --wait`);
    this.#expectInstalled(newer);
    this.#expectStarts(4);
    await this.#useCommand(newer, 2);
    this.#seen.upgraded = 'not while it runs, and it lives; then silent, and with its window, in the same folder; profile kept; another picture by the command';

    this.#step = 'removed';
    const { folder, uninstall } = this.#facts();
    await this.#wine(`wine ${uninstall.replaceAll('"', "'")}; wineserver --wait`);
    if (existsSync(folder)) throw new Sentence(`${folder} is still there: ${globSync('**/*', { cwd: folder }).slice(0, 5).join(', ')}`);
    if (/Uninstall\\\\[^\]]+\][^[]*"DisplayName"="Latent/.test(this.#registry('user.reg'))) throw new Sentence('the entry in “Apps” is still there');
    if (this.#opensLinks()) throw new Sentence('links are still registered');
    const links = this.#shortcuts();
    if (links.length > 0) throw new Sentence(`shortcuts are still there: ${links.join(', ')}`);
    this.#expectStarts(4);
    this.#expectPictures(2);
    this.#seen.removed = 'not while it runs; then yes; profile and pictures kept';
  }

  /** While a program runs from the folder, nothing replaces or removes it, and nothing ends it. An update that is begun waits for its end. */
  async #whileItRuns(): Promise<void> {
    const [older, newer] = versions;
    const { place } = this.#facts();
    const program = this.#start(`exec wine '${place}\\Latent.exe' --stay`);
    let hasEnded = false;
    program.once('close', () => (hasEnded = true));
    for (const deadline = Date.now() + 30_000; this.#starts().length < 2 && Date.now() < deadline; await wait(200)) continue;
    this.#expectStarts(2);

    // As electron-updater starts it at “Restart now”: a Latent of the older version must be there afterwards.
    const givesUp = 'code=$?; echo "it ended with $code"; [ $code = 2 ]';
    await this.#wine(`wine ${this.#setup(newer)} --updated /S --force-run; ${givesUp}`);
    await this.#wine(`wine '${place}\\Uninstall Latent.exe' /S ${unquoted(`_?=${place}`)}; ${givesUp}`);
    if (hasEnded) throw new Sentence('the installer ended a program that ran');
    this.#expectInstalled(older);
    this.#expectStarts(3);

    const update = this.#wine(`wine ${this.#setup(newer)} --updated /S && wineserver --wait`);
    const end = wait(4_000).then(() => {
      this.#expectInstalled(older);
      writeFileSync(join(this.#profile(), 'end'), '');
    });
    await Promise.all([update, end]);
    this.#expectInstalled(newer);
    this.#expectStarts(3);
  }

  /** Makes a picture by the installed command, as a person types it who has its folder on the PATH, and expects so many in all. */
  async #useCommand(version: string, pictures: number): Promise<void> {
    const path = `export WINEPATH='${this.#facts().place}\\resources\\command\\bin'`;
    const said = (await this.#wine(`${path}; wine cmd /c latent --version && wineserver --wait`)).trim();
    if (said !== version) throw new Sentence(`the version of the command is not ${version}: ${said}`);
    await this.#wine(`${path}; wine cmd /c latent generate 'a lighthouse by command' && wineserver --wait`);
    this.#expectPictures(pictures);
  }

  #expectPictures(count: number): void {
    const library = this.#drive(`users/${wineUser}/Pictures/Latent`);
    const pictures = globSync('**/*.png', { cwd: library }).filter((name) => readFileSync(join(library, name)).subarray(1, 4).toString('latin1') === 'PNG');
    if (pictures.length !== count) throw new Sentence(`there should be ${count} pictures in the library, and there are ${pictures.length}`);
  }

  #setup(version: string): string {
    const [file] = globSync(`out/${version}/*-setup.exe`, { cwd: this.#enclosure.exchange });
    if (file === undefined) throw new Sentence(`there is no installer of ${version}`);
    return `'/exchange/${file}'`;
  }

  #expectInstalled(version: string): void {
    const { folder, shown } = this.#facts();
    const manifest = JSON.parse(extractFile(join(folder, 'resources/app.asar'), 'package.json').toString()) as { readonly version: string };
    if (manifest.version !== version || shown !== version) throw new Sentence(`${version} should be there, and there is ${manifest.version}, which “Apps” calls ${shown}`);
    if (!existsSync(join(folder, 'Latent.exe'))) throw new Sentence(`${folder} has no Latent.exe`);
    if (this.#shortcuts().length !== 2) throw new Sentence(`there should be two shortcuts, and there are: ${this.#shortcuts().join(', ') || 'none'}`);
    if (!this.#opensLinks()) throw new Sentence('links are not registered');
    if (/Latent/.test(this.#registry('system.reg'))) throw new Sentence('the installer wrote into the part of the registry that is everybody’s');
  }

  /** What the registry says about the installed app. */
  #facts(): { readonly place: string; readonly folder: string; readonly shown: string; readonly uninstall: string } {
    const text = this.#registry('user.reg');
    const value = (name: string): string => {
      const found = new RegExp(`"${name}"="((?:[^"\\\\]|\\\\.)*)"`).exec(text)?.[1];
      if (found === undefined) throw new Sentence(`the registry has no ${name}`);
      return found.replace(/\\x([0-9a-f]{1,4})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replace(/\\(.)/g, '$1');
    };
    const place = value('InstallLocation');
    if (this.#place !== null && place !== this.#place) throw new Sentence(`it should be in ${this.#place}, and is in ${place}`);
    return { place, folder: this.#drive(place.slice(3).replaceAll('\\', '/')), shown: value('DisplayVersion'), uninstall: value('QuietUninstallString') };
  }

  #shortcuts(): readonly string[] {
    return globSync('users/*/{Desktop,AppData/Roaming/Microsoft/Windows/Start Menu/Programs}/**/*.lnk', { cwd: this.#drive('') });
  }

  #opensLinks(): boolean {
    return this.#registry('user.reg').includes(String.raw`[Software\\Classes\\latent-app\\shell\\open\\command]`);
  }

  async #startByShortcut(): Promise<void> {
    const [link] = this.#shortcuts();
    await this.#wine(`wine start /wait "$(winepath -w "$HOME/.wine/drive_c/${link}")"; wineserver --wait`);
    this.#expectStarts(1);
  }

  #expectStarts(count: number): void {
    const starts = this.#starts();
    if (starts.length !== count || !starts.every((line) => line.includes('Latent.exe'))) throw new Sentence(`Latent should have been started ${count} times, and its profile has: ${starts.join('; ') || 'nothing'}`);
  }

  /** The lines of the stand-in's profile: one for each start. */
  #starts(): readonly string[] {
    const file = join(this.#profile(), 'starts.txt');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  #profile(): string {
    return this.#drive(`users/${wineUser}/AppData/Roaming/Latent`);
  }

  #registry(file: string): string {
    return readFileSync(join(this.#drive('..'), file), 'utf8');
  }

  #drive(inside: string): string {
    return join(this.#enclosure.path(`/home/${wineUser}/.wine/drive_c`), inside);
  }

  /** Resolves to what it said. */
  async #wine(script: string): Promise<string> {
    // wine's services, which a program starts and does not end, would hold a pipe open.
    const apart = `(${script}) > ~/said.txt 2>&1; code=$?; cat ~/said.txt; exit $code`;
    const { ok, output } = await this.#enclosure.run(`${environment}; ${apart}`, { as: 'person', display: this.#desktop.display, limit: 180_000 });
    if (!ok) throw new Sentence(`“${script.slice(0, 160)}” said: ${output.trim().split('\n').slice(-8).join('\n')}`);
    return output;
  }

  #start(script: string): ChildProcess {
    return this.#enclosure.start(`${environment}; ${script}`, { as: 'person', display: this.#desktop.display });
  }
}

/** Nothing about wine's own doings, and nothing that a bare installation of it lacks. */
const environment = `export WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe='`;

/** For a switch that must not be in quotes, though it has spaces: wine puts them around each word that has one. */
function unquoted(text: string): string {
  return text.split(' ').map((word) => `'${word}'`).join(' ');
}
