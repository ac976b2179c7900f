import { spawnSync } from 'node:child_process';

/** Runs a program and waits for it. Throws an error with its output if it fails. */
export function runTool(program: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 << 20 });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} failed:\n${stdout}${stderr}`);
}
