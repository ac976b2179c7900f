import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * The dependency rule of docs/architecture.md. A layer is a folder; it may import itself, the layers named here, and what
 * comes from outside where `outside` allows it.
 */
interface Layer {
  readonly may: readonly string[];
  /** Beyond packages: the platform's own modules that this layer runs beside. */
  readonly outside: { readonly node: boolean; readonly electron: boolean };
}

const plainNode = { node: true, electron: false };
const inMain = { node: true, electron: true };
const anywhere = { node: false, electron: false };

const layers: Readonly<Record<string, Layer>> = {
  shared: { may: [], outside: anywhere },
  renderer: { may: ['shared'], outside: anywhere },
  'electron/core': { may: ['shared'], outside: plainNode },
  'electron/database': { may: ['electron/core', 'shared'], outside: plainNode },
  'electron/network': { may: ['electron/core', 'shared'], outside: plainNode },
  'electron/practice': { may: ['electron/core', 'shared'], outside: plainNode },
  'electron/platform': { may: ['electron/core', 'shared'], outside: inMain },
  'electron/ipc': { may: ['electron/core', 'shared'], outside: inMain },
  'electron/preload': { may: ['shared'], outside: { node: false, electron: true } },
  // The composition root: no other layer may import it.
  'electron/app': {
    may: ['electron/core', 'electron/database', 'electron/network', 'electron/practice', 'electron/platform', 'electron/ipc', 'shared'],
    outside: inMain,
  },
};

const byDepth = Object.keys(layers).sort((a, b) => b.length - a.length);

function layerOf(path: string): string | undefined {
  return byDepth.find((name) => path === name || path.startsWith(`${name}/`));
}

/** What is wrong with `file` importing `specifier`; null when nothing is. Files outside the layers may import anything. */
export function refusal(root: string, file: string, specifier: string): string | null {
  const path = posix(relative(root, file));
  const from = layerOf(path);
  if (from === undefined) return null;
  const { may, outside } = layers[from] ?? { may: [], outside: anywhere };
  if (!specifier.startsWith('.')) {
    if (specifier.startsWith('node:') && !outside.node) return `${from} must not import ${specifier}: it does not run in Node alone`;
    if (/^electron($|\/)/.test(specifier) && !outside.electron) return `${from} must not import electron`;
    return null;
  }
  const target = posix(relative(root, resolve(join(dirname(file), specifier))));
  if (target === 'electron/app/main.ts') return 'nobody imports electron/main.ts';
  const to = layerOf(target);
  if (to === from || (to !== undefined && may.includes(to))) return null;
  return `${from} must not import ${to ?? target}`;
}

function posix(path: string): string {
  return path.split(sep).join('/');
}
