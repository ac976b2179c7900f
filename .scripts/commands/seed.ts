import { run } from '../child.ts';

/** Makes a library to try things on: `npm run seed -- --images 1000000 --out FOLDER [--seed S] [--until DATE] [--single]`. */
export default function seed(args: readonly string[]): Promise<number> {
  return run(process.execPath, ['--no-warnings', 'tests/bench/seed/run.ts', ...args], { shell: false });
}
