import { bridge } from '../../bridge.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';

/** Holds or resumes the whole queue. Shows errors. */
export async function holdAll(hold: boolean): Promise<void> {
  await notifyIfFailed(bridge.settingsUpdate({ queueStopped: hold }));
}
