// `node .scripts/run.mjs NAME [ARGUMENT…]` runs commands/NAME.ts on the Node that the project pins.
// Plain JavaScript, because it may itself be started by any Node from 20 on.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = import.meta.dirname ?? fileURLToPath(new URL('.', import.meta.url));
const modules = resolve(here, '../node_modules');
const [name, ...args] = process.argv.slice(2);

function leave(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (!existsSync(resolve(modules, 'electron'))) leave('The packages are not installed yet: run `npm ci` first.');

if (Number(process.versions.node.split('.')[0]) < 24) {
  const pinned = resolve(modules, process.platform === 'win32' ? 'node/bin/node.exe' : 'node/bin/node');
  if (!existsSync(pinned)) leave("The project's own Node 24 is missing, because its install script did not run: `npm rebuild node` brings it.");
  const child = spawn(pinned, process.argv.slice(1), { stdio: 'inherit' });
  // It ends when the script has ended, which takes signals in good order.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [status] = await once(child, 'close');
  process.exit(status ?? 1);
}

try {
  const command = await import(`./commands/${name}.ts`);
  process.exitCode = await command.default(args);
} catch (error) {
  if (error?.name !== 'Sentence') throw error;
  leave(error.message);
}
