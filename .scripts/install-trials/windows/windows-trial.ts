import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { extractFile } from '@electron/asar';
import { root, run } from '../../child.ts';
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
      picture: '– (no Electron for Windows here)',
      upgraded: at('upgraded'),
      removed: at('removed'),
      when: `${new Date().toISOString().slice(0, 10)}, ${versions.join(' → ')}`,
    };
    return { row, failure };
  }

  async #steps(): Promise<void> {
    await this.#wine('rm -rf "$HOME/.wine"; wineboot --init && wineserver --wait');
    await this.#wine(`wine ${this.#setup(versions[0])} /S${this.#place === null ? '' : ` '/D=${this.#place}'`} && wineserver --wait`);
    this.#expectInstalled(versions[0]);
    this.#seen.installed = `yes, for ${wineUser} alone; shortcuts, entry in “Apps”`;

    this.#step = 'started';
    await this.#startByShortcut();
    this.#seen.started = 'yes, by its shortcut';

    this.#step = 'upgraded';
    // As electron-updater starts it.
    await this.#wine(`wine ${this.#setup(versions[1])} /S --updated && wineserver --wait`);
    this.#expectInstalled(versions[1]);
    const starts = this.#starts();
    if (starts.length !== 1) throw new Sentence(`the profile is not as it was: ${starts.join('; ')}`);
    // As a person does, who finds it on the web: with its window, and the app starts at the end.
    await this.#wine(`wine ${this.#setup(versions[1])} && wineserver --wait`);
    this.#expectInstalled(versions[1]);
    if (this.#starts().length !== 2) throw new Sentence('the app did not start after the installer');
    this.#seen.upgraded = 'yes, silent and with its window, in the same folder; profile kept';

    this.#step = 'removed';
    const { folder, uninstall } = this.#facts();
    await this.#wine(`cat > "$HOME/remove.bat" <<'END'\n${uninstall}\r\nEND\nwine cmd /c "$(winepath -w "$HOME/remove.bat")"; wineserver --wait`);
    if (existsSync(folder)) throw new Sentence(`${folder} is still there: ${globSync('**/*', { cwd: folder }).slice(0, 5).join(', ')}`);
    if (/Uninstall\\\\[^\]]+\][^[]*"DisplayName"="Latent/.test(this.#registry('user.reg'))) throw new Sentence('the entry in “Apps” is still there');
    const links = this.#shortcuts();
    if (links.length > 0) throw new Sentence(`shortcuts are still there: ${links.join(', ')}`);
    if (this.#starts().length !== 2) throw new Sentence('the profile is not as it was');
    this.#seen.removed = 'yes; profile kept';
  }

  #setup(version: string): string {
    const [file] = globSync(`out/${version}/*Setup*.exe`, { cwd: this.#enclosure.exchange });
    if (file === undefined) throw new Sentence(`there is no installer of ${version}`);
    return `'/exchange/${file}'`;
  }

  #expectInstalled(version: string): void {
    const { folder, shown } = this.#facts();
    const manifest = JSON.parse(extractFile(join(folder, 'resources/app.asar'), 'package.json').toString()) as { readonly version: string };
    if (manifest.version !== version || shown !== version) throw new Sentence(`${version} should be there, and there is ${manifest.version}, which “Apps” calls ${shown}`);
    if (!existsSync(join(folder, 'Latent.exe'))) throw new Sentence(`${folder} has no Latent.exe`);
    if (this.#shortcuts().length !== 2) throw new Sentence(`there should be two shortcuts, and there are: ${this.#shortcuts().join(', ') || 'none'}`);
    if (/Latent/.test(this.#registry('system.reg'))) throw new Sentence('the installer wrote into the part of the registry that is everybody’s');
  }

  /** What the registry says about the installed app. */
  #facts(): { readonly folder: string; readonly shown: string; readonly uninstall: string } {
    const text = this.#registry('user.reg');
    const value = (name: string): string => {
      const found = new RegExp(`"${name}"="((?:[^"\\\\]|\\\\.)*)"`).exec(text)?.[1];
      if (found === undefined) throw new Sentence(`the registry has no ${name}`);
      return found.replace(/\\x([0-9a-f]{1,4})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replace(/\\(.)/g, '$1');
    };
    const place = value('InstallLocation');
    if (this.#place !== null && place !== this.#place) throw new Sentence(`it should be in ${this.#place}, and is in ${place}`);
    return { folder: this.#drive(place.slice(3).replaceAll('\\', '/')), shown: value('DisplayVersion'), uninstall: value('QuietUninstallString') };
  }

  #shortcuts(): readonly string[] {
    return globSync('users/*/{Desktop,AppData/Roaming/Microsoft/Windows/Start Menu/Programs}/**/*.lnk', { cwd: this.#drive('') });
  }

  async #startByShortcut(): Promise<void> {
    const [link] = this.#shortcuts();
    await this.#wine(`wine start /wait "$(winepath -w "$HOME/.wine/drive_c/${link}")"; wineserver --wait`);
    const starts = this.#starts();
    if (!starts.some((line) => line.includes('Latent.exe'))) throw new Sentence(`the shortcut started nothing: ${starts.join('; ')}`);
  }

  /** The lines of the stand-in's profile: one for each start. */
  #starts(): readonly string[] {
    const [file] = globSync('users/*/AppData/Roaming/Latent/starts.txt', { cwd: this.#drive('') });
    return file === undefined ? [] : readFileSync(join(this.#drive(''), file), 'utf8').trim().split('\n');
  }

  #registry(file: string): string {
    return readFileSync(join(this.#drive('..'), file), 'utf8');
  }

  #drive(inside: string): string {
    return join(this.#enclosure.path(`/home/${wineUser}/.wine/drive_c`), inside);
  }

  async #wine(script: string): Promise<void> {
    const { ok, output } = await this.#enclosure.run(`export WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe='; ${script}`, { as: 'person', display: this.#desktop.display, limit: 180_000 });
    if (!ok) throw new Sentence(`“${basename(script).slice(0, 120)}” said: ${output.trim().split('\n').slice(-8).join('\n')}`);
  }
}

