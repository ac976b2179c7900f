import type { LatentApp } from './latent-app.ts';

/** Main answers no call of a channel until the function that this resolves to is called. One channel at a time. */
export async function holdAnswer({ electron }: LatentApp, channel: string): Promise<() => Promise<void>> {
  await electron.evaluate(({ ipcMain }, held) => {
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, (...args: unknown[]) => unknown> };
    const answer = handlers.get(held);
    if (answer === undefined) throw new Error('No handler.');
    const { promise: released, resolve } = Promise.withResolvers<void>();
    handlers.set(held, async (...args) => (await released, answer(...args)));
    Object.assign(globalThis, {
      releaseAnswer: () => {
        handlers.set(held, answer);
        resolve();
      },
    });
  }, channel);
  return () => electron.evaluate(() => (globalThis as unknown as { releaseAnswer: () => void }).releaseAnswer());
}
