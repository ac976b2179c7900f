import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hasProgram } from './child.ts';
import { Sentence } from './say.ts';
import { parkPointer } from './x-pointer.ts';

export interface Screen {
  readonly environment: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** Throws a Sentence when there is nothing to open a window on. */
export function requireScreen(): void {
  if (process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']) return;
  const isLacking = !hasProgram('xvfb-run') || !hasProgram('xauth');
  const apt = hasProgram('apt-get') ? `${process.getuid?.() === 0 ? '' : 'sudo '}apt-get` : null;
  const install = isLacking && apt !== null ? `${apt} update && ${apt} install -y --no-install-recommends xvfb xauth && ` : '';
  const first = isLacking && apt === null ? ', once xvfb-run and xauth are installed' : '';
  throw new Sentence(
    `Latent needs a screen, and there is none here (neither DISPLAY nor WAYLAND_DISPLAY is set). On a virtual one it runs by this${first}:\n\n` +
      `  ${install}xvfb-run -a npm start\n`,
  );
}

/** A screen of its own for tests on Linux, so that they look the same everywhere and no windows jump at a person. */
export async function startScreen(): Promise<Screen> {
  if (process.platform !== 'linux') return { environment: {}, stop: async () => {} };
  // -noreset: else it begins anew whenever its last window closes, and refuses whoever connects in that moment.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  const number = await Promise.race([firstLine(server.stdio[3] as NodeJS.ReadableStream), ended.then(() => null)]);
  if (number === null) throw new Sentence('The virtual screen (Xvfb) ended as soon as it started.');
  await parkPointer(number).catch((error: unknown) => console.error('The pointer of the virtual screen stays in its middle, so drags may fail:', error));
  return {
    environment: { DISPLAY: `:${number}`, WAYLAND_DISPLAY: '', XDG_SESSION_TYPE: 'x11' },
    async stop() {
      server.kill();
      await ended;
    },
  };
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.trim();
}
