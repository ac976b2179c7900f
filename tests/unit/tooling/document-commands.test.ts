import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documents } from '../../../.scripts/site/documents.ts';
import { parseDocument, readDocument, root, type Document } from '../../support/documents.ts';

/** Commands of other programs, which no test can run here, and why. */
const notRun: Readonly<Record<string, string>> = {
  'sudo apt-get install libgtk-3-0 libnss3 libasound2 libgbm1 libx11-xcb1 libxss1 libxtst6 libsecret-1-0': 'changes the system; .scripts/electron/linux.ts installs the same packages before the end-to-end tests',
  'sudo chown root:root chrome-sandbox': 'changes the system; the trials of packages run this line (.scripts/install-trials/trial.ts)',
  'sudo chmod 4755 chrome-sandbox': 'the second half of that line',
  'sudo apt-get install xvfb dbus gnome-keyring libimage-exiftool-perl': 'changes the system; .scripts/electron/linux.ts installs the same packages before the tests that need them',
  'sudo apt-get install postgresql': 'changes the system; tests/support/postgres.ts starts a server of its own',
  'sudo -u postgres createuser --pwprompt latent': 'belongs to that server; unit/hosts/command/documented-servers runs createuser there',
  'sudo -u postgres createdb --owner latent latent': 'the same with createdb',
  'exiftool -G1 -a FILE': 'e2e/export and unit/core/export run exiftool with switches of their own',
  'curl -Z': 'names what a benchmark runs (tests/bench)',
  'apt-get install chromium': 'changes the system; .scripts/electron/linux.ts does it before the tests that need it',
  'npx oxlint -D typescript/no-deprecated electron': 'lists what to look at, and is green only after an upgrade',
  'git clone ADDRESS latent': 'has no address yet, and CI begins with a clone',
  'cd latent': 'belongs to the clone',
  'git push --atomic origin main v1.2.3': 'publishes',
  'xvfb-run -a npm start': 'opens the app until somebody closes it; unit/tooling/sentences reads this line from the command itself',
};

/** Where the switches of a script are read. */
const switchesOf: Readonly<Record<string, string>> = {
  start: 'electron/hosts/electron/main.ts',
  practice: 'electron/practice/standalone.ts',
  seed: 'tests/bench/seed/run.ts',
  bench: 'tests/bench/run.ts',
  torture: 'tests/torture/run.ts',
  site: '.scripts/commands/site.ts',
  package: '.scripts/commands/package.ts',
  'package:dir': '.scripts/commands/package.ts',
  latent: 'electron/hosts/command/program.ts',
  release: '.scripts/commands/release.ts',
  feed: '.scripts/commands/feed.ts',
};
/** Switches of the program that a script passes its arguments to. */
const passedOn: Readonly<Record<string, readonly string[]>> = { e2e: ['-g'] };

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const programs = /^(?:\$ )?((?:[A-Z_]+=\S+ )*(?:npm|npx|node|sudo|apt-get|apt|dnf|git|xvfb-run|curl|exiftool|dpkg|rpm|flatpak|vitepress)\b.*)$/;

/** The commands of a document, without comments, each by itself. */
function commandsOf({ blocks, inlineCode }: Document): string[] {
  const lines = blocks.flatMap(({ language, lines: all }) => {
    if (/^(sh|bash|shell|console)$/.test(language)) return all.map((line) => line.replace(/^\$ /, ''));
    return language === '' ? all.filter((line) => programs.test(line)) : [];
  });
  return [...lines, ...inlineCode.filter((code) => programs.test(code) && code.includes(' '))]
    .flatMap((line) => line.replace(/(^| +)#.*/, '').split(' && '))
    .map((command) => command.trim().replace(/^(?:[A-Z_]+=\S+ )+/, ''))
    .filter((command) => command !== '' && !(command in notRun));
}

/** Why a command would not work, or null. A name that ends in `…` stands for any. */
function commandFault(command: string): string | null {
  const [, script = '', args = ''] = /^npm (?:run (?:--silent )?)?([\w:…-]+)(?: -- (.*))?$/.exec(command) ?? [];
  if (/^npm ci$|^npm install$|^npm run …/.test(command)) return null;
  if (script === '' || (!command.startsWith('npm run ') && !/^(start|test)$/.test(script))) return 'neither a script of package.json nor in the list of commands that are not run';
  if (!(script in scripts)) return `package.json has no script ${script}`;
  const unknown = args.split(' ').filter((word) => /^--?[a-z]/.test(word)).map((word) => word.replace(/=.*/, '')).filter((name) => !accepts(script, name));
  return unknown.length > 0 ? `${script} does not know ${unknown.join(', ')}` : null;
}

function accepts(script: string, name: string): boolean {
  if (passedOn[script]?.includes(name)) return true;
  const file = switchesOf[script];
  const bare = name.replace(/^--/, '');
  return file !== undefined && new RegExp(`(['"\`](--)?${bare}['"\`]|\\b${bare}\\b\\s*[:,=])`).test(readFileSync(join(root, file), 'utf8'));
}

test.each(documents())('every command of %s can be run', (path) => {
  const faults = commandsOf(readDocument(path)).flatMap((command) => commandFault(command)?.concat(`: ${command}`) ?? []);
  expect(faults).toEqual([]);
});

test('the list of commands that are not run has no other ones', () => {
  const all = documents().map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
  expect(Object.keys(notRun).filter((command) => !all.includes(command))).toEqual([]);
});

test('the commands of the README are those that every check in CI runs', () => {
  const [block] = readDocument('README.md').blocks;
  expect(block?.lines.map((line) => line.replace(/ +#.*/, '')).filter((line) => line !== '')).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  const checks = readFileSync(join(root, '.ci/run'), 'utf8').split('\n');
  expect(checks).toContain('npm ci');
  expect(checks.some((line) => /^npm test\b/.test(line))).toBe(true);
});

describe('a command that would fail is found', () => {
  test.each([
    ['    npm run no-such-script', 'package.json has no script no-such-script'],
    ['    npm run seed -- --pictures 5', 'seed does not know --pictures'],
    ['```sh\nrm -rf /\n```', 'neither a script of package.json nor in the list of commands that are not run'],
    ['Run `npm run nothing`.', 'package.json has no script nothing'],
    ['    npm ci && npm begin', 'neither a script of package.json nor in the list of commands that are not run'],
  ])('%s', (text, fault) => {
    expect(commandsOf(parseDocument(`Text\n\n${text}\n`)).map(commandFault).filter((found) => found !== null)).toEqual([fault]);
  });
});
