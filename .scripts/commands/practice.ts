import { run } from '../child.ts';

/** Starts the practice service alone; it prints its address and key. */
export default function practice(args: readonly string[]): Promise<number> {
  return run(process.execPath, ['electron/practice/standalone.ts', ...args], { shell: false });
}
