import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { root, run, toolEnvironment } from '../child.ts';

/** Whatever of it is newer than the build is built first. */
const sources = ['electron', 'renderer', 'shared', 'package.json', 'vite.config.ts'];

/** Runs the command `latent` of this checkout: `npm run --silent latent -- generate "a lighthouse at dusk" --json`. Only the command writes on stdout. */
export default async function latent(args: readonly string[]): Promise<number> {
  const command = resolve(root, 'dist/latent.cjs');
  if (!isBuilt(command)) {
    const built = await run('vite', ['build', '--logLevel', 'error'], { stdio: ['ignore', 2, 2] });
    if (built !== 0) return built;
  }
  // The folder of the shell, which paths are named from.
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  return run(process.execPath, [command, ...args], { cwd, env: toolEnvironment(), shell: false });
}

/** Whether the build is there, and newer than what it is made of. */
function isBuilt(file: string): boolean {
  const built = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return built !== undefined && sources.every((name) => newest(resolve(root, name)) < built);
}

function newest(path: string): number {
  const { mtimeMs, isDirectory } = withKind(path);
  return isDirectory ? readdirSync(path, { recursive: true, encoding: 'utf8' }).reduce((latest, name) => Math.max(latest, withKind(resolve(path, name)).mtimeMs), mtimeMs) : mtimeMs;
}

function withKind(path: string): { readonly mtimeMs: number; readonly isDirectory: boolean } {
  const found = statSync(path);
  return { mtimeMs: found.mtimeMs, isDirectory: found.isDirectory() };
}
