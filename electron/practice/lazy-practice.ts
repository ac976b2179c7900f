import type { Credentials } from '../core/accounts/credentials.ts';
import { startPracticeWorker, type PracticeWorker } from './start-worker.ts';

/** Starts the practice service when it is first needed. If it could not start or has ended, the next call starts it again. */
export function createLazyPractice(
  workerFile: string,
  dataFile: string,
  learnKey: (key: string) => void,
): { credentials(): Promise<Credentials>; stop(): Promise<void> } {
  let worker: Promise<PracticeWorker> | null = null;
  const started = async (): Promise<PracticeWorker> => {
    const starting = startPracticeWorker({ workerFile, dataFile });
    const forget = (): void => {
      if (worker === starting) worker = null;
    };
    worker = starting;
    starting.then(({ ended }) => ended.then(forget), forget);
    return starting;
  };
  return {
    async credentials() {
      const { url, key } = await (worker ?? started());
      learnKey(key);
      return { baseUrl: url, key };
    },
    async stop() {
      const running = await worker?.catch(() => null);
      await running?.stop();
    },
  };
}
