import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { extractFile, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { parse } from 'yaml';
import { commandFiles } from '../../.scripts/packages/command-folder.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { executable, archive } = unpackedApp();
const unpacked = path.dirname(executable);
/** The command line, with a Node of its own. */
const commandFolder = path.join(path.dirname(archive), 'command');
/** On macOS only the bundle is packed, so everything is in it. */
const notices = process.platform === 'darwin' ? ['LICENSE.electron.txt', 'LICENSES.chromium.html', 'LICENSE.txt'].map((name) => `Latent.app/Contents/Resources/${name}`) : ['LICENSE.electron.txt', 'LICENSES.chromium.html', 'resources/LICENSE.txt'];
/** What the command said that makes the packages. */
let report = '';

type Files = ReadonlyMap<string, number>;

/** How the files of each package and their sizes in bytes are listed. */
const listings: Readonly<Record<string, (file: string) => Files>> = {
  'tar.gz': (file) => linesAs(capture('tar', ['-tvzf', file]), /^-\S+ +\S+ +(\d+) \S+ \S+ [^/]+\/(.+)$/),
  'linux-zip': (file) => linesAs(capture('7za', ['l', file]), /^\S+ \S+ \.\S* +(\d+) +\d+ {2}(.+)$/),
  deb: (file) => linesAs(capture('dpkg-deb', ['-c', file]), /^-\S+ +\S+ +(\d+) \S+ \S+ \.\/(.+)$/),
  rpm: (file) => linesAs(capture('rpm', ['-qp', '--qf', '[%{FILEMODES:perms} %{FILESIZES} %{FILENAMES}\\n]', file]), /^-\S+ (\d+) \/(.+)$/),
};

const icons = ['16x16', '24x24', '32x32', '48x48', '64x64', '128x128', '256x256', '512x512'].map((size) => `usr/share/icons/hicolor/${size}/apps/latent.png`);
const systemFiles = ['usr/share/applications/latent.desktop', 'usr/share/bash-completion/completions/latent', 'usr/share/fish/vendor_completions.d/latent.fish', 'usr/share/man/man1/latent.1.gz', 'usr/share/metainfo/app.latent.desktop.metainfo.xml', 'usr/share/mime/packages/latent.xml', 'usr/share/zsh/vendor-completions/_latent', ...icons];
const debOnly = [...systemFiles, 'usr/share/doc/latent/copyright'].sort();
const rpmOnly = [...systemFiles, 'usr/share/licenses/latent/LICENSE'].sort();

test.describe('the packaged app', { tag: '@long' }, () => {
  // In one worker, which packages it once.
  test.describe.configure({ mode: 'default' });

  test.beforeAll(async () => {
    // Four packages of 250 MB, beside other tests.
    test.setTimeout(30 * 60_000);
    const kinds = process.platform === 'linux' ? Object.keys(listings) : ['dir'];
    const { stdout } = await promisify(execFile)(process.execPath, ['.scripts/run.mjs', 'package', '--built', '--quick', ...kinds], { cwd: root, maxBuffer: 64 << 20 });
    report = stdout;
  });

  test('holds what was built and its manifest, and nothing else', async () => {
    const built = (await readdir(path.join(root, 'dist'), { recursive: true, withFileTypes: true }))
      // Source maps stay outside.
      .filter((entry) => entry.isFile() && path.extname(entry.name) !== '.map')
      .map((entry) => withSlashes(path.relative(root, path.join(entry.parentPath, entry.name))))
      // The command line is beside the archive, where a Node of its own reads it.
      .filter((name) => !/^dist\/latent[^/]*\.cjs$/.test(name));
    const held = namesIn(archive)
      .filter((name) => path.extname(name) !== '');
    expect(held.sort()).toEqual([...built, 'package.json'].sort());
    expect(held.filter((name) => /\.(tsx?|map)$|node_modules|\.test\./.test(name))).toEqual([]);

    const manifest = JSON.parse(extractFile(archive, 'package.json').toString()) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'latent', productName: 'Latent', main: 'dist/main.cjs' });
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']));
  });

  test('has scripts of ASCII alone, which take half the memory and compile faster', () => {
    const scripts = namesIn(archive).filter((name) => /\.c?js$/.test(name));
    expect(scripts).toContain('dist/main.cjs');
    expect(scripts.filter((name) => extractFile(archive, path.normalize(name)).some((byte) => byte > 127))).toEqual([]);
  });

  test('has the notices of everything in it, and nothing of the substitute Electron', async () => {
    const inFolder = await filesBelow(unpacked);
    expect([...inFolder.keys()]).toEqual(expect.arrayContaining(notices));
    expect([...inFolder.keys()].filter((name) => /compat|stand-in|default_app|node_modules(?!\/@napi-rs\/)|^version$/.test(name))).toEqual([]);
    expect(readFileSync(path.join(commandFolder, 'licences.md'), 'utf8').match(/^## \S+ - \S+ \(.+\)$/gm)).toEqual([expect.stringMatching(/^## node - 2\d\./), expect.stringContaining('@napi-rs/keyring - '), expect.stringContaining('@napi-rs/keyring-')]);
    expect(namesIn(archive).filter((name) => /compat|stand-in/.test(name))).toEqual([]);
    const main = JSON.parse(extractFile(archive, 'package.json').toString()) as { version: string };
    const isOwn = (createRequire(import.meta.url)('electron/package.json') as { version: string }).version === (await electronVersion());
    // Whoever sees the version knows whether it starts.
    expect(main.version.endsWith('-does-not-start')).toBe(!isOwn);
    expect(main.version).not.toContain('stand-in');
  });

  for (const [kind, list] of Object.entries(listings)) {
    test(`the ${kind} has the files of the unpacked app, and what its system needs`, async () => {
      const made = new RegExp(`^made {2}${kind} \\(\\w+\\): [\\d.]+ MB {2}release/(\\S+)$`, 'm').exec(report)?.[1];
      test.skip(process.platform !== 'linux', 'made on Linux');
      test.skip(made === undefined, `it cannot be made here: ${report}`);
      const held = list(path.join(root, 'release', made ?? ''));
      const app = await filesBelow(unpacked);
      const prefix = kind === 'deb' || kind === 'rpm' ? 'opt/Latent/' : '';
      const own = new Map([...held].filter(([name]) => name.startsWith(prefix)).map(([name, size]) => [name.slice(prefix.length), size]));
      const around = [...held.keys()].filter((name) => !name.startsWith(prefix)).sort();
      // electron-builder adds these for installers.
      for (const name of ['resources/apparmor-profile', 'resources/package-type', 'resources/app-update.yml']) if (prefix !== '') own.delete(name);
      expect(Object.fromEntries(own)).toEqual(Object.fromEntries(app));
      expect(around).toEqual(kind === 'deb' ? debOnly : kind === 'rpm' ? rpmOnly : []);
      const total = [...held.values()].reduce((sum, size) => sum + size, 0);
      const archiveSize = own.get('resources/app.asar') ?? 0;
      console.log(`[figures] ${kind}: ${held.size} files, ${(total / 1e6).toFixed(1)} MB, of which Latent is ${(archiveSize / 1e6).toFixed(1)} MB`);
      // Latent's own part. A source map or a package that should not be there would be larger.
      expect(archiveSize).toBeLessThan(8e6);
    });
  }

  test.describe('on Linux', () => {
    test.skip(process.platform !== 'linux');

    test('depends on each library that Electron, Node and the keyring are linked with', async () => {
      const native = [...(await filesBelow(commandFolder)).keys()].filter((name) => name === 'node' || name.endsWith('.node')).map((name) => path.join(commandFolder, name));
      expect(native).toHaveLength(2);
      const { stdout } = await promisify(execFile)('readelf', ['-d', executable, ...native]);
      const own = await filesBelow(unpacked);
      const libraryOfSystem = /^(?:ld-linux.*|lib(?:c|m|dl|pthread|rt)\.so\.\d)$/;
      const linked = Array.from(stdout.matchAll(/\(NEEDED\).*\[(.+)\]/g), ([, name]) => name ?? '').filter((name) => !own.has(name) && !libraryOfSystem.test(name));
      const { deb, rpm } = parse(readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')) as Record<'deb' | 'rpm', { depends: readonly string[] }>;
      expect(linked.filter((name) => !rpm.depends.includes(`${name}()(64bit)`))).toEqual([]);
      // Opened while it runs: without it, Chromium ends at once on a bare Debian 12 (docs/install-trials.md).
      expect([deb.depends, rpm.depends]).toEqual([expect.arrayContaining(['libx11-xcb1']), expect.arrayContaining(['libX11-xcb.so.1()(64bit)'])]);
      const { stdout: paths } = await promisify(execFile)('ldd', [executable, ...native]);
      const named = new Set(deb.depends.flatMap((each) => each.split('|')).map((each) => each.trim()));
      const missing = linked.filter((name) => {
        const file = paths.split('\n').find((line) => line.trim().startsWith(`${name} => `))?.trim().split(' ')[2] ?? '';
        const owners = [file, file.replace(/^\/usr/, '')].map((each) => /^([^:]+):/.exec(capture('dpkg', ['-S', realPath(each)]) || capture('dpkg', ['-S', each]))?.[1]);
        return !owners.some((owner) => owner !== undefined && (named.has(owner) || named.has(owner.replace(/t64$/, ''))));
      });
      expect(missing).toEqual([]);
    });

    test('has a menu entry that starts it in its sandbox, with links and prompt files', async () => {
      const folder = await unpackDeb();
      const entry = readFileSync(path.join(folder, 'usr/share/applications/latent.desktop'), 'utf8');
      const value = (key: string): string | undefined => new RegExp(`^${key}=(.*)$`, 'm').exec(entry)?.[1];
      expect(value('Exec')).toBe('/opt/Latent/latent %U');
      expect(value('StartupWMClass')).toBe('latent');
      expect(value('Categories')).toBe('Graphics;Photography;');
      expect(value('MimeType')).toBe('application/x-latent-prompt+json;x-scheme-handler/latent-app;');
      expect(entry).not.toContain('no-sandbox');
      expect(readFileSync(path.join(folder, 'usr/share/mime/packages/latent.xml'), 'utf8')).toContain('<glob pattern="*.latent-prompt.json"/>');
      expect(readFileSync(path.join(folder, 'usr/share/doc/latent/copyright'), 'utf8')).toContain('MIT');
      if (capture('which', ['desktop-file-validate']) !== '') expect(capture('desktop-file-validate', [path.join(folder, 'usr/share/applications/latent.desktop')])).toBe('');
    });

    test('has a type of its own for prompt files, beside that of JSON', async () => {
      test.skip(capture('which', ['gio']) === '' || capture('which', ['update-mime-database']) === '', 'nothing here reads types of files');
      const folder = test.info().outputPath('types');
      cpSync('/usr/share/mime/packages', path.join(folder, 'mime/packages'), { recursive: true });
      cpSync(path.join(await unpackDeb(), 'usr/share/mime/packages/latent.xml'), path.join(folder, 'mime/packages/latent.xml'));
      capture('update-mime-database', [path.join(folder, 'mime')]);
      const typeOf = (name: string): string => {
        writeFileSync(path.join(folder, name), '{}');
        const { stdout } = spawnSync('gio', ['info', '-a', 'standard::content-type', path.join(folder, name)], { encoding: 'utf8', env: { ...process.env, XDG_DATA_HOME: '/nonexistent', XDG_DATA_DIRS: folder } });
        return /content-type: (\S+)/.exec(stdout)?.[1] ?? '';
      };
      expect(typeOf('fox.latent-prompt.json')).toBe('application/x-latent-prompt+json');
      expect(typeOf('fox.json')).toBe('application/json');
    });

    test('describes itself to software centres', async () => {
      const folder = await unpackDeb();
      const file = path.join(folder, 'usr/share/metainfo/app.latent.desktop.metainfo.xml');
      expect(readFileSync(file, 'utf8')).not.toMatch(/\.example|\.invalid|screenshot/);
      test.skip(capture('which', ['appstreamcli']) === '', 'appstreamcli is not installed');
      expect(capture('appstreamcli', ['validate', '--no-net', file])).toContain('Validation was successful');
    });
  });

  test('has the command with what it loads, and nothing else', async () => {
    const isThread = (name: string): boolean => commandFiles.some((pattern) => path.matchesGlob(name, pattern));
    const built = (await readdir(path.join(root, 'dist'))).filter((name) => name.endsWith('.cjs') && isThread(name));
    const native = `@napi-rs/keyring-${{ linux: `linux-${process.arch}-gnu`, win32: 'win32-x64-msvc' }[process.platform as string] ?? `darwin-${process.arch}`}`;
    const held = await filesBelow(commandFolder);
    expect([...held.keys()].sort()).toEqual(
      [
        ...built,
        ...(process.platform === 'win32' ? ['bin/latent.cmd', 'node.exe'] : ['bin/latent', 'node']),
        'licences.md',
        'package.json',
        ...['index.js', 'package.json'].map((name) => `node_modules/@napi-rs/keyring/${name}`),
        ...['package.json', `${native.slice('@napi-rs/'.length).replace('-', '.')}.node`].map((name) => `node_modules/${native}/${name}`),
      ].sort(),
    );
    const total = [...held.values()].reduce((sum, size) => sum + size, 0);
    console.log(`[figures] command: ${held.size} files, ${(total / 1e6).toFixed(1)} MB`);
    expect(total).toBeLessThan(160e6);
  });

  test('the command makes a picture without a screen, serves an assistant, and asks the app that runs', async () => {
    const profile = await createProfile();
    try {
      const { version } = JSON.parse(readFileSync(path.join(commandFolder, 'package.json'), 'utf8')) as { readonly version: string };
      expect(await runCommand(profile, ['--version'])).toBe(version);
      const made = JSON.parse(await runCommand(profile, ['generate', 'a lighthouse at dusk', '--json'])) as { readonly tasks: readonly { readonly pictures: readonly string[] }[] };
      const [file = ''] = made.tasks.flatMap(({ pictures }) => pictures);
      expect(readFileSync(file).subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
      expect(await initialised(profile)).toMatchObject({ id: 1, result: { serverInfo: { name: 'latent', version } } });

      const app = await LatentApp.launch(profile, { entry: archive });
      await expect(app.pictures).toHaveCount(1);
      expect(await runCommand(profile, ['doctor'])).toMatch(/Another process runs its\s+engine, and answered\./);
      await runCommand(profile, ['generate', 'a red fox', '--json']);
      await expect(app.pictures).toHaveCount(2);
      await app.close();
    } finally {
      await profile.remove();
    }
  });

  test('is fused shut', async () => {
    const wire = await getCurrentFuseWire(executable);
    const off = FuseState.DISABLE;
    const on = FuseState.ENABLE;
    expect(wire).toMatchObject({
      [FuseV1Options.RunAsNode]: off,
      [FuseV1Options.EnableCookieEncryption]: on,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
    });
  });

  test('turns a prompt into a picture and still has it at the next start', async () => {
    const profile = await createProfile();
    try {
      const first = await LatentApp.launch(profile, { entry: archive });
      await first.submit('a lighthouse at dusk');
      await expect(first.pictures).toHaveCount(1);
      const [file] = (await profile.files()).filter((name) => name.endsWith('.png'));
      expect(readFileSync(file ?? '').subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
      await first.page.keyboard.press('ControlOrMeta+,');
      await first.page.getByRole('tab', { name: 'About' }).click();
      await first.page.getByRole('button', { name: 'Licences…' }).click();
      await expect(first.page.getByRole('dialog', { name: 'Licences' }).getByRole('group')).toHaveCount(distinctPackages(archive) + 2);
      await first.close();

      const second = await LatentApp.launch(profile, { entry: archive });
      await expect(second.pictures).toHaveCount(1);
      await second.close();
    } finally {
      await profile.remove();
    }
  });
});

/** How the packed command is started: without a shell, and without a screen. */
function startCommand(profile: Profile, args: readonly string[]) {
  const [program = '', ...first] = process.platform === 'win32' ? [path.join(commandFolder, 'node.exe'), path.join(commandFolder, 'latent.cjs')] : [path.join(commandFolder, 'bin/latent')];
  const { DISPLAY: _screen, WAYLAND_DISPLAY: _other, ...environment } = process.env;
  return spawn(program, [...first, '--profile', profile.userData, ...args], { env: { ...environment, HOME: profile.home, XDG_CONFIG_HOME: path.join(profile.home, '.config') }, stdio: ['pipe', 'pipe', 'inherit'] });
}

/** What it prints on stdout. Throws if it fails. */
async function runCommand(profile: Profile, args: readonly string[]): Promise<string> {
  const child = startCommand(profile, args);
  child.stdin.end();
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const [status] = (await once(child, 'close')) as [number | null];
  expect({ args, status }).toEqual({ args, status: 0 });
  return printed.trim();
}

/** What `latent mcp` answers to the first message of an assistant. */
async function initialised(profile: Profile): Promise<unknown> {
  const child = startCommand(profile, ['mcp']);
  const ended = once(child, 'close');
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } } })}\n`);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  child.stdin.end();
  await ended;
  return JSON.parse(line);
}

/** Where electron-builder puts the parts on each system. */
function unpackedApp(): { readonly executable: string; readonly archive: string } {
  const release = path.join(root, 'release');
  if (process.platform === 'darwin') {
    const bundle = path.join(release, process.arch === 'arm64' ? 'mac-arm64' : 'mac', 'Latent.app');
    return { executable: bundle, archive: path.join(bundle, 'Contents/Resources/app.asar') };
  }
  const folder = path.join(release, `${process.platform === 'win32' ? 'win' : 'linux'}${process.arch === 'arm64' ? '-arm64' : ''}-unpacked`);
  return { executable: path.join(folder, process.platform === 'win32' ? 'Latent.exe' : 'latent'), archive: path.join(folder, 'resources/app.asar') };
}

const withSlashes = (name: string): string => name.split(path.sep).join('/');

/** What is in an archive, with slashes, folders among them. */
const namesIn = (packed: string): readonly string[] => listPackage(packed, { isPack: false }).map((name) => withSlashes(name).slice(1));

function linesAs(listing: string, line: RegExp): Files {
  return new Map(listing.split('\n').flatMap((each) => (line.exec(each) ? [[line.exec(each)?.[2] ?? '', Number(line.exec(each)?.[1])] as const] : [])));
}

async function filesBelow(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [withSlashes(path.relative(folder, file)), statSync(file).size]));
}

async function unpackDeb(): Promise<string> {
  const file = (await readdir(path.join(root, 'release'))).find((name) => name.endsWith('.deb') && report.includes(name));
  test.skip(file === undefined, 'no .deb can be made here');
  const folder = test.info().outputPath('deb');
  await promisify(execFile)('dpkg-deb', ['-x', path.join(root, 'release', file ?? ''), folder]);
  return folder;
}

async function electronVersion(): Promise<string> {
  return (/Electron (\S+)$/m.exec(report)?.[1] ?? '').trim();
}

/** What a short program says. Empty: it is not there, or says nothing. */
const capture = (program: string, args: readonly string[]): string => spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 << 20 }).stdout ?? '';

const realPath = (file: string): string => {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
};

/** How many packages the notices in the archive name. */
function distinctPackages(packed: string): number {
  const files = namesIn(packed).filter((name) => /licences.*\.md$/.test(name));
  return new Set(files.flatMap((name) => extractFile(packed, path.normalize(name)).toString().match(/^## \S+ - \S+ \(.+\)$/gm) ?? [])).size;
}
