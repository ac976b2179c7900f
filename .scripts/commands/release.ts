import { root, run } from '../child.ts';
import { prepareRelease } from '../releases/prepare.ts';
import { say, Sentence } from '../say.ts';

/** Prepares a version, and pushes nothing: `npm run release -- 1.2.3 [--dry-run] [--trial]`, see docs/releases.md. */
export default async function release(args: readonly string[]): Promise<number> {
  const [version, ...more] = args.filter((arg) => !arg.startsWith('--'));
  const unknown = args.filter((arg) => arg.startsWith('--') && arg !== '--dry-run' && arg !== '--trial');
  if (version === undefined || more.length > 0 || unknown.length > 0) throw new Sentence('usage: npm run release -- VERSION [--dry-run] [--trial]');
  const isDry = args.includes('--dry-run');
  const next = await prepareRelease(root, {
    version,
    isDry,
    isTrial: args.includes('--trial'),
    environment: process.env,
    today: new Date().toISOString().slice(0, 10),
    step: say,
    check: async (script) => (await run('npm', ['run', '--silent', script])) === 0,
  });
  if (isDry) say('Nothing was changed.');
  else console.log(`\nPrepared, and not pushed. This publishes the tag, and the workflow makes a draft of the release:\n\n  ${next}\n`);
  return 0;
}
