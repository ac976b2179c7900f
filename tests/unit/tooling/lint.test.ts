import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Files that the linter must refuse, and by which rule. */
const offences: readonly (readonly [file: string, rule: string, source: string])[] = [
  ['shared/from-electron.ts', 'latent(layers)', "export { a } from '../electron/core/util/a.ts';"],
  ['shared/from-node.ts', 'latent(layers)', "export { readFileSync } from 'node:fs';"],
  ['renderer/ui/from-core.ts', 'latent(layers)', "export { a } from '../../electron/core/util/a.ts';"],
  ['renderer/stores/from-electron.ts', 'latent(layers)', "export { ipcRenderer as electron } from 'electron';"],
  ['renderer/stores/from-preload.ts', 'latent(layers)', "export type { b } from '../../electron/preload/preload.ts';"],
  ['renderer/bridge.ts', 'latent(layers)', "export { a } from './words/a.ts';"],
  ['renderer/new-room/a.ts', 'latent(layers)', "export { a } from '../../shared/a.ts';"],
  ['electron/core/util/from-electron.ts', 'latent(layers)', "export { app } from 'electron';"],
  ['electron/core/engine/from-database.ts', 'latent(layers)', "export { a } from '../../database/tables/a.ts';"],
  ['electron/core/engine/late.ts', 'latent(layers)', "export const late = (): Promise<unknown> => import('../../platform/a.ts');"],
  ['electron/core/util/from-library.ts', 'latent(layers)', "export type { a } from '../library/a.ts';"],
  ['electron/core/service/from-engine.ts', 'latent(layers)', "export { a } from '../engine/a.ts';"],
  ['electron/core/service/type-of-engine.ts', 'latent(layers)', "export type { a } from '../engine/a.ts';"],
  ['electron/core/engine/type-of-library.ts', 'latent(layers)', "export { type a } from '../library/a.ts';"],
  ['electron/core/library/late-from-import.ts', 'latent(layers)', "export const late = (): Promise<unknown> => import('../import/a.ts');"],
  ['electron/core/accounts/from-same-storey.ts', 'latent(layers)', "export type { a } from '../money/a.ts';"],
  ['electron/core/library/from-file-worker.ts', 'latent(layers)', "import { a } from '../file-worker/a.ts';\nexport const b = a;"],
  ['electron/core/import/from-rescan.ts', 'latent(layers)', "export { a } from '../rescan/a.ts';"],
  ['electron/core/new-room/a.ts', 'latent(layers)', "export { a } from '../util/a.ts';"],
  ['electron/database/client/from-worker.ts', 'latent(layers)', "export { a } from '../worker/a.ts';"],
  ['electron/database/tables/from-recovery.ts', 'latent(layers)', "export { a } from '../recovery/a.ts';"],
  ['electron/database/schema/from-worker.ts', 'latent(layers)', "export { a } from '../worker/a.ts';"],
  ['electron/database/views/from-client.ts', 'latent(layers)', "export { a } from '../client/a.ts';"],
  ['electron/database/backup/from-recovery.ts', 'latent(layers)', "export { a } from '../recovery/a.ts';"],
  ['electron/database/recovery/from-worker.ts', 'latent(layers)', "export { a } from '../worker/a.ts';"],
  ['electron/database/sqlite/from-tables.ts', 'latent(layers)', "export { a } from '../tables/a.ts';"],
  ['electron/database/worker/from-platform.ts', 'latent(layers)', "export { a } from '../../platform/a.ts';"],
  ['electron/network/from-ipc.ts', 'latent(layers)', "export { a } from '../handlers/a.ts';"],
  ['electron/practice/from-electron.ts', 'latent(layers)', "export { app } from 'electron/main';"],
  ['electron/platform/from-practice.ts', 'latent(layers)', "export { a } from '../practice/a.ts';"],
  ['electron/handlers/from-database.ts', 'latent(layers)', "export { a } from '../database/tables/a.ts';"],
  ['electron/handlers/from-compose.ts', 'latent(layers)', "export { a } from '../compose/a.ts';"],
  ['electron/handlers/from-electron.ts', 'latent(layers)', "export { ipcMain } from 'electron';"],
  ['electron/compose/from-electron.ts', 'latent(layers)', "export { app } from 'electron';"],
  ['electron/compose/from-electron-store.ts', 'latent(layers)', "export { default as Store } from 'electron-store';"],
  ['electron/compose/from-platform.ts', 'latent(layers)', "export { a } from '../platform/a.ts';"],
  ['electron/compose/from-host.ts', 'latent(layers)', "export { a } from '../hosts/node/a.ts';"],
  ['electron/compose/from-worker.ts', 'latent(layers)', "export { a } from '../database/worker/a.ts';"],
  ['electron/platform/stores/from-electron-store.ts', 'latent(layers)', "export { default as Store } from 'electron-store';"],
  ['electron/hosts/node/from-electron.ts', 'latent(layers)', "export { app } from 'electron';"],
  ['electron/hosts/node/from-host.ts', 'latent(layers)', "export { a } from '../electron/window-of-main.ts';"],
  ['electron/hosts/electron/window-of-main.ts', 'latent(layers)', "export { a } from './main.ts';"],
  ['electron/preload/preload.ts', 'latent(layers)', "export { a as b } from '../core/util/a.ts';"],
  ['electron/core/engine/cycle.ts', 'import(no-cycle)', "import { d } from './cycle-end.ts';\nexport const c = (): unknown => d;"],
  ['electron/core/engine/cycle-end.ts', 'import(no-cycle)', "import { c } from './cycle.ts';\nexport const d = (): unknown => c;"],
  ['electron/core/engine/type-cycle.ts', 'import(no-cycle)', "import type { F } from './type-cycle-end.ts';\nexport type E = F | 1;"],
  ['electron/core/engine/type-cycle-end.ts', 'import(no-cycle)', "import type { E } from './type-cycle.ts';\nexport type F = E | 2;"],
  ['shared/half-cycle.ts', 'import(no-cycle)', "import { h } from './half-cycle-end.ts';\nexport type G = typeof h;"],
  ['shared/half-cycle-end.ts', 'import(no-cycle)', "import type { G } from './half-cycle.ts';\nexport const h = (g: G): unknown => g;"],
  ['electron/hosts/electron/raw.ts', 'latent(guarded-ipc)', "import { ipcMain } from 'electron';\nipcMain.removeAllListeners();"],
  [
    'electron/platform/push.ts',
    'latent(guarded-ipc)',
    "import type { BrowserWindow } from 'electron';\nexport const push = (window: BrowserWindow): void => window.webContents.send('a');",
  ],
  ['shared/new-built-in.ts', 'latent(old-windows)', "export const host = (text: string): string => URL.parse(text)?.hostname ?? '';"],
  ['renderer/stores/new-built-in.ts', 'latent(old-windows)', 'export const opened = Promise.withResolvers<string>();'],
  ['electron/preload/new-built-in.ts', 'latent(old-windows)', 'export const isAddress = (text: string): boolean => URL.canParse(text);'],
  ['electron/core/engine/floating.ts', 'typescript(no-floating-promises)', 'export function f(): void {\n  Promise.resolve(1);\n}'],
  ['electron/core/engine/any.ts', 'typescript(no-explicit-any)', 'export const a: any = 1;'],
  ['renderer/ui/text.tsx', 'latent(words-from-catalogue)', 'export const text = <p>Hello</p>;'],
  ['renderer/ui/quoted.tsx', 'latent(words-from-catalogue)', "export const quoted = <p>{'Hello'}</p>;"],
  ['renderer/ui/label.tsx', 'latent(words-from-catalogue)', 'export const label = <nav aria-label="Places" />;'],
];

/** Files with nothing wrong, close to the ones above. */
const clean: Readonly<Record<string, string>> = {
  'shared/a.ts': "export const a = 'one';",
  'electron/core/util/a.ts': "export { a } from '../../../shared/a.ts';\nexport { readFileSync } from 'node:fs';",
  'electron/core/http/new-built-in.ts': 'export const isAddress = (text: string): boolean => URL.canParse(text);',
  'electron/core/engine/a.ts': "export { a } from '../service/a.ts';\nexport type { a as A } from '../money/a.ts';",
  'electron/core/service/a.ts': "export { a } from '../http/a.ts';\nexport type { a as A } from '../util/a.ts';",
  'electron/core/import/a.ts': "export { a } from '../engine/a.ts';\nexport type { a as A } from '../library/a.ts';",
  'electron/database/tables/a.ts': "export { a } from '../../core/util/a.ts';\nexport type { a as A } from '../client/a.ts';",
  'electron/database/client/a.ts': "export { a } from '../../core/util/a.ts';\nexport type { a as A } from '../worker/a.ts';",
  'electron/database/worker/a.ts': "export { a } from '../schema/a.ts';",
  'electron/platform/a.ts': "export { app as a } from 'electron';",
  'electron/compose/a.ts': "export { a } from '../database/client/a.ts';",
  'electron/hosts/node/a.ts': "export { a } from '../../compose/a.ts';",
  'electron/hosts/electron/handle-calls.ts': "import { ipcMain } from 'electron';\nexport const all = (): void => void ipcMain.removeAllListeners();",
  'electron/hosts/electron/main.ts': "export { a } from '../../compose/a.ts';\nexport { a as b } from '../../platform/a.ts';",
  'renderer/ui/a.tsx': "import { a } from '../../shared/a.ts';\nexport const words = <p title={a}>{a} × 1</p>;",
};

const base = ['bridge.ts', 'words', 'ui', 'stores'];
const parts = ['accounts', 'export', 'facts', 'import', 'latent', 'marks', 'notices', 'pictures', 'search', 'tasks'].map((name) => `parts/${name}`);
const rooms = ['compose', 'gallery', 'list', 'prices', 'prompts', 'questions', 'settings', 'shortcuts', 'sidebar', 'spending', 'tasks', 'viewer'].map((name) => `rooms/${name}`);

/** The folders of renderer/, each with all the others that it may import. */
const inWindow: Readonly<Record<string, readonly string[]>> = {
  words: [],
  ui: ['words'],
  stores: ['bridge.ts', 'words', 'ui'],
  ...Object.fromEntries(parts.map((part) => [part, base])),
  'parts/accounts': [...base, 'parts/tasks'],
  'parts/facts': [...base, 'parts/search'],
  'parts/marks': [...base, 'parts/search'],
  'parts/pictures': [...base, 'parts/export', 'parts/marks', 'parts/search'],
  'parts/tasks': [...base, 'parts/pictures', 'parts/search'],
  ...Object.fromEntries(rooms.map((room) => [room, [...base, ...parts]])),
  app: [...base, ...parts, ...rooms, 'styles'],
  styles: [],
  decoder: [],
};

const targets = ['bridge.ts', ...Object.keys(inWindow)];

/** A file in `folder` that imports `target`. */
const crossing = (folder: string, target: string): string => `renderer/${folder}/from-${target.replace('/', '-')}`.replace(/(\.ts)?$/, '.ts');

function crossings(): (readonly [file: string, source: string])[] {
  return Object.keys(inWindow).flatMap((folder) =>
    targets.filter((target) => target !== folder).map((target) => [crossing(folder, target), `export { a } from '${posix.relative(folder, target.endsWith('.ts') ? target : `${target}/a.ts`)}';`] as const),
  );
}

interface Report {
  readonly diagnostics: readonly { readonly filename: string; readonly code: string }[];
}

describe('the linter', () => {
  let folder: string;
  const found = new Map<string, string[]>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latent-lint-'));
    await copyFile(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const name of ['.scripts', 'node_modules']) await symlink(join(root, name), join(folder, name));
    const files = [...crossings(), ...offences.map(([file, , source]) => [file, source] as const), ...Object.entries(clean)];
    for (const [file, source] of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `${source}\n`);
    }
    const { diagnostics } = await lint(folder);
    for (const { filename, code } of diagnostics) found.set(filename, [...(found.get(filename) ?? []), code]);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(offences)('refuses %s by %s', (file, rule) => {
    expect(found.get(file) ?? []).toContain(rule);
  });

  test.each(Object.entries(inWindow))('lets renderer/%s import only its own folders', (from, may) => {
    const accepted = targets.filter((target) => target !== from && !found.has(crossing(from, target)));
    expect(accepted.toSorted()).toEqual(may.toSorted());
  });

  test.each(Object.keys(clean))('accepts %s', (file) => {
    expect(found.get(file) ?? []).toEqual([]);
  });
});

function lint(folder: string): Promise<Report> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  return new Promise((done, failed) => {
    execFile(process.execPath, [oxlint, '--format', 'json', 'electron', 'renderer', 'shared'], { cwd: folder }, (error, stdout) => {
      try {
        done(JSON.parse(stdout) as Report);
      } catch {
        failed(error ?? new Error(stdout));
      }
    });
  });
}
