import { readdirSync, readFileSync } from 'node:fs';

/** Sends a signal to a process and to everything that it and its children started, the outermost first. Linux only. */
export function signalTree(root: number, signal: NodeJS.Signals): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The name in brackets may contain anything; state and parent follow the last bracket.
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
      parents.set(Number(name), Number(parent));
    } catch {
      // The process has ended meanwhile.
    }
  }
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  for (const pid of tree) process.kill(pid, signal);
  return tree;
}
