import { run } from '../child.ts';
import withElectron from './with-electron.ts';

/** Measured in the real window: these need a build, an Electron and a screen. */
const inWindow = ['start', 'memory', 'scroll', 'relayout', 'thumbnails', 'latency', 'many', 'mixed', 'choose-window'];

/** Measures Latent against its peers: `npm run bench -- [NAME…] [--write | --write-only]`, see docs/performance.md. */
export default async function bench(args: readonly string[]): Promise<number> {
  const program = ['node', '--no-warnings', 'tests/bench/run.ts', ...args];
  const names = args.filter((arg, at) => !arg.startsWith('--') && !/^--(runs|large|small|in-flight)$/.test(args[at - 1] ?? ''));
  const windowless = names.length > 0 ? !names.some((name) => inWindow.includes(name)) : args.includes('--list') || args.includes('--write-only');
  if (windowless) return run(process.execPath, program.slice(1), { shell: false });
  const built = await run('vite', ['build', '--logLevel', 'warn']);
  return built === 0 ? withElectron(program) : built;
}
