import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { createLibraryLease } from '../../../../electron/core/library/library-lease.ts';
import { createSystemClock } from '../../../../electron/core/util/system-clock.ts';

/**
 * A Latent that always writes to a library: three writes overlap, so that it never ends its lease by itself. Its clock runs fast. Appends each beginning and
 * end to `written`, and prints each beginning with the time by its clock, until it is killed.
 */
const [root = '', name = '', speed = '1'] = process.argv.slice(2);
const real = createSystemClock();
const factor = Number(speed);
const clock = { now: real.now, monotonic: () => real.monotonic() * factor, after: (delay: number, run: () => void) => real.after(delay / factor, run) };
const lease = createLibraryLease({ clock, profile: name, computer: name });

async function write(): Promise<void> {
  await appendFile(path.join(root, 'written'), `${name} begins\n`);
  process.stdout.write('w');
  await new Promise<void>((resolve) => void real.after(15, resolve));
  await appendFile(path.join(root, 'written'), `${name} ends\n`);
}

async function always(): Promise<never> {
  for (;;) await lease.during(root, write);
}

await Promise.all([always(), always(), always()]);
