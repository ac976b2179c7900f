import type { Clock } from '../ports.ts';

/** Milliseconds between two tries to read the keys that could not be read. */
const pause = 30_000;

/** Tries again for as long as the app runs: a keyring that was locked when Latent started may be unlocked any time. Returns how to stop. */
export function retryKeys(clock: Pick<Clock, 'after'>, readAgain: () => Promise<void>): () => void {
  let stopped = false;
  let cancel = (): void => undefined;
  const wait = (): void => {
    if (!stopped) cancel = clock.after(pause, () => void readAgain().then(wait, wait));
  };
  wait();
  return () => {
    stopped = true;
    cancel();
  };
}
