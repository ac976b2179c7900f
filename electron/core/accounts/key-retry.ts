import type { Clock } from '../util/clock.ts';

/** Milliseconds between two attempts. */
const pause = 30_000;

/** Keeps retrying unreadable keys while the app runs, because the keyring may be unlocked at any time. Returns a function that stops it. */
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
