import { run } from '../child.ts';
import { say } from '../say.ts';

/** Builds the site of README.md and docs/ into release/site. `--serve` then shows it on this computer until Ctrl-C. */
export default async function site(args: readonly string[]): Promise<number> {
  const built = await run('vitepress', ['build', '.scripts/site']);
  if (built !== 0 || !args.includes('--serve')) return built;
  const { serveSite } = await import('../site/serve.ts');
  const { url, stop } = await serveSite();
  say(`the site is at ${url}/ until Ctrl-C`);
  await new Promise<void>((end) => ['SIGINT', 'SIGTERM'].forEach((signal) => process.once(signal, () => end())));
  await stop();
  return 0;
}
