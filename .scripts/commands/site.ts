import { run } from '../child.ts';

/** Builds the site of README.md and docs/ into release/site. `--serve` then shows it on this computer until Ctrl-C. */
export default async function site(args: readonly string[]): Promise<number> {
  const built = await run('vitepress', ['build', '.scripts/site']);
  if (built !== 0 || !args.includes('--serve')) return built;
  return run('vitepress', ['serve', '.scripts/site', ...args.filter((arg) => arg !== '--serve')]);
}
