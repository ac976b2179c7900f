import { dirname, join, relative, resolve, sep } from 'node:path';

/** The dependency rule of docs/architecture.md. A module is a folder. */
interface Module {
  /** Modules whose code it may import, besides its own. */
  readonly may: readonly string[];
  /** Modules whose types alone it may import. */
  readonly types?: readonly string[];
  /** Which of the platform's own modules it may import. Packages are free. */
  readonly outside: { readonly node: boolean; readonly electron: boolean };
}

const plainNode = { node: true, electron: false };
const inMain = { node: true, electron: true };
const anywhere = { node: false, electron: false };

/**
 * The modules of electron/core in storeys, from the ground up. A module imports only modules of lower storeys, types included. What it needs from above, it
 * declares itself, and the composition root passes it in.
 */
const storeys: readonly (readonly string[])[] = [
  ['util'],
  ['http', 'image-header', 'language', 'log', 'undo'],
  ['metadata/reading', 'service'],
  ['accounts', 'metadata/writing', 'money'],
  ['engine'],
  ['library'],
  ['library/albums', 'library/marks', 'thumbnails', 'wildcards'],
  ['file-worker'],
  ['import', 'references', 'wildcards/wildcard-book.ts'],
  ['acts', 'diagnostics', 'export', 'mirror', 'rescan', 'updates'],
];
const heights = new Map(storeys.flatMap((storey, height) => storey.map((module) => [`electron/core/${module}`, height])));

/** A module in electron/database. */
const database = (...modules: string[]): Module => ({
  may: modules.map((module) => `electron/database/${module}`).concat('electron/core', 'shared'),
  types: ['electron/database'],
  outside: plainNode,
});

/** A folder of the window. It may import shared/ and the named folders of renderer/. */
const inWindow = (...folders: string[]): Module => ({ may: folders.map((folder) => `renderer/${folder}`).concat('shared'), outside: anywhere });
/** What every folder of `parts` and `rooms` may import. */
const base = ['bridge.ts', 'frame', 'words', 'ui', 'stores'];
/** Something that several pages show. Of the other parts, it may import only those that are named. */
const part = (...parts: string[]): Module => inWindow(...base, ...parts.map((name) => `parts/${name}`));
/** A folder of `rooms` imports no other. If a page contains another one, the app passes that in. */
const windowRoom = inWindow(...base, 'parts', 'commands');

/** The longest name that a path begins with is its module. `a/b` in `may` also stands for the modules inside it. */
const modules: Readonly<Record<string, Module>> = {
  shared: { may: [], outside: anywhere },

  'renderer/bridge.ts': inWindow(),
  // What the page begins with: the first script, which loads the app, and what was typed until then.
  'renderer/frame': inWindow(),
  'renderer/frame/frame.ts': inWindow('frame', 'styles', 'app', 'bridge.ts'),
  'renderer/words': inWindow(),
  'renderer/ui': inWindow('frame', 'words'),
  'renderer/stores': inWindow('bridge.ts', 'frame', 'words', 'ui'),
  'renderer/parts/accounts': part('tasks'),
  'renderer/parts/albums': part('marks', 'search'),
  'renderer/parts/costs': part(),
  'renderer/parts/export': part(),
  'renderer/parts/facts': part('costs', 'search'),
  'renderer/parts/import': part(),
  'renderer/parts/latent': part(),
  'renderer/parts/marks': part('costs', 'search'),
  'renderer/parts/money': part('tasks'),
  'renderer/parts/notices': part(),
  'renderer/parts/pictures': part('export', 'marks', 'search'),
  'renderer/parts/search': part(),
  'renderer/parts/settings': part('search'),
  'renderer/parts/stage': part('export', 'pictures'),
  'renderer/parts/tasks': part('costs', 'pictures', 'search'),
  'renderer/parts/texts': part(),
  // One registry of all commands. It acts through parts and stores, and pages handle what only they can.
  'renderer/commands': inWindow(...base, 'parts'),
  'renderer/rooms/compare': windowRoom,
  'renderer/rooms/compose': windowRoom,
  'renderer/rooms/gallery': windowRoom,
  'renderer/rooms/list': windowRoom,
  'renderer/rooms/matrix': windowRoom,
  'renderer/rooms/palette': windowRoom,
  'renderer/rooms/prices': windowRoom,
  'renderer/rooms/prompts': windowRoom,
  'renderer/rooms/questions': windowRoom,
  'renderer/rooms/settings': windowRoom,
  'renderer/rooms/shortcuts': windowRoom,
  'renderer/rooms/sidebar': windowRoom,
  'renderer/rooms/spending': windowRoom,
  'renderer/rooms/statistics': windowRoom,
  'renderer/rooms/viewer': windowRoom,
  'renderer/rooms/tags': windowRoom,
  'renderer/rooms/tasks': windowRoom,
  'renderer/rooms/wildcards': windowRoom,
  // The composition root of the window. Nothing else may import it.
  'renderer/app': inWindow(...base, 'parts', 'commands', 'rooms', 'styles'),
  'renderer/styles': inWindow(),
  // A page of its own, which shares no code with the window.
  'renderer/decoder': inWindow(),
  // The page of the second window.
  'renderer/second': inWindow('styles'),

  ...Object.fromEntries([...heights.keys()].map((module): [string, Module] => [module, { may: ['shared'], outside: plainNode }])),

  'electron/database/sqlite': database(),
  'electron/database/client': database('sqlite'),
  'electron/database/tables': database('sqlite'),
  'electron/database/schema': database('sqlite', 'tables'),
  'electron/database/views': database('sqlite', 'tables'),
  'electron/database/backup': database('client', 'schema', 'sqlite', 'tables'),
  'electron/database/recovery': database('backup', 'schema', 'sqlite', 'tables'),
  // The threads themselves. The client knows them only by their files and messages.
  'electron/database/worker': database('backup', 'recovery', 'schema', 'sqlite', 'tables', 'views'),

  'electron/network': { may: ['electron/core', 'shared'], outside: plainNode },
  'electron/practice': { may: ['electron/core', 'shared'], outside: plainNode },
  'electron/platform': { may: ['electron/core', 'electron/platform/stores', 'shared'], outside: inMain },
  'electron/platform/stores': { may: ['electron/core', 'shared'], outside: plainNode },
  // How other programs of the same user reach the process that owns a profile.
  'electron/socket': { may: ['electron/core', 'shared'], outside: plainNode },
  'electron/handlers': { may: ['electron/core', 'shared'], outside: plainNode },
  'electron/preload': { may: ['shared'], outside: { node: false, electron: true } },
  // The composition root, which runs in plain Node. Only hosts import it.
  'electron/compose': {
    may: ['electron/core', 'electron/database/client', 'electron/database/backup', 'electron/network', 'electron/practice', 'electron/platform/stores', 'electron/handlers', 'shared'],
    outside: plainNode,
  },
  // The programs around it. Nothing imports them, but the command line runs the one without a window.
  'electron/hosts/electron': { may: ['electron/compose', 'electron/core', 'electron/database/sqlite', 'electron/platform', 'electron/socket', 'electron/handlers', 'shared'], outside: inMain },
  // Latent in a terminal.
  'electron/hosts/command': { may: ['electron/compose', 'electron/core', 'electron/hosts/node', 'electron/socket', 'shared'], outside: plainNode },
  'electron/hosts/node': {
    may: ['electron/compose', 'electron/core', 'electron/platform/process/instance-lock.ts', 'electron/platform/process/single-instance.ts', 'electron/platform/stores', 'shared'],
    outside: plainNode,
  },
};

const mainEntry = 'electron/hosts/electron/main.ts';

const byDepth = Object.keys(modules).sort((a, b) => b.length - a.length);

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function moduleOf(path: string): string | undefined {
  return byDepth.find((name) => isWithin(path, name));
}

/** What is wrong with `file` importing `specifier`; null if nothing is. Files outside the modules may import anything. */
export function refusal(root: string, file: string, specifier: string, typeOnly: boolean): string | null {
  const path = posix(relative(root, file));
  const from = moduleOf(path);
  const module = from === undefined ? undefined : modules[from];
  if (from === undefined || module === undefined) {
    return isWithin(path, 'electron') || isWithin(path, 'renderer') ? 'this folder is no module yet: add it to .scripts/lint/layers.ts' : null;
  }
  const { may, types = [], outside } = module;
  if (!specifier.startsWith('.')) {
    if (specifier.startsWith('node:') && !outside.node) return `${from} must not import ${specifier}: it does not run in Node alone`;
    // electron-store imports electron.
    if (/^electron($|\/|-store$)/.test(specifier) && !outside.electron) return `${from} must not import ${specifier}`;
    return null;
  }
  const target = posix(relative(root, resolve(join(dirname(file), specifier))));
  if (target === mainEntry) return `nothing imports ${mainEntry}`;
  const to = moduleOf(target);
  if (to === from || may.some((name) => isWithin(target, name)) || (typeOnly && types.some((name) => isWithin(target, name)))) return null;
  const [height, other] = [heights.get(from), to === undefined ? undefined : heights.get(to)];
  if (height === undefined || other === undefined) return `${from} must not import ${typeOnly ? '' : 'code of '}${to ?? target}`;
  return other < height ? null : `${from} must not import ${to}, not even its types, because that is in ${other === height ? 'the same' : 'a higher'} storey`;
}

function posix(path: string): string {
  return path.split(sep).join('/');
}
