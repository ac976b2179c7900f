import { bridge } from '../../bridge.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';

/** Holds the whole queue, or lets it go on. Shows errors. */
export async function holdAll(hold: boolean): Promise<void> {
  await notifyIfFailed(bridge.settingsUpdate({ queueStopped: hold }));
}
