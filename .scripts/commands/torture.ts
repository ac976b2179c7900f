import { run, toolEnvironment } from '../child.ts';

/** Tries to lose, hide or charge twice what was paid for: `npm run torture -- --rounds 200 [--seed S] [--only NAME] [--verbose]`. */
export default function torture(args: readonly string[]): Promise<number> {
  return run(process.execPath, ['--no-warnings', 'tests/torture/run.ts', ...args], {
    shell: false,
    // In plain Node the electron package is no more than a path to a binary; a path given keeps it from downloading one.
    env: toolEnvironment({ ELECTRON_OVERRIDE_DIST_PATH: 'torture-starts-none' }),
  });
}
