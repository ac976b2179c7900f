import { ipcMain } from 'electron';
import { droppedChannel } from '../../shared/ipc/api.ts';
import { droppedSchema } from '../../shared/ipc/schemas.ts';
import type { HandleOptions } from './answer.ts';
import { isTrustedSender, type SenderOfCall } from './trusted-sender.ts';

/**
 * Hears what a person let fall on the window. The preload alone can send it, and only of a drop that the browser itself vouches for; what it
 * names is copied into the library if it is a picture, and nothing of it ever comes back to the page but that picture.
 */
export function takeDroppedFiles(take: (paths: readonly string[]) => Promise<unknown>, { windowId, log }: HandleOptions): void {
  const hear = async (event: SenderOfCall, input: unknown): Promise<void> => {
    if (!isTrustedSender(event, windowId())) {
      log('refused dropped files', event.senderFrame?.url ?? 'no frame');
      return;
    }
    const parsed = droppedSchema.safeParse(input);
    if (!parsed.success) {
      log('refused dropped files', 'not a list of paths');
      return;
    }
    await take(parsed.data);
  };
  ipcMain.on(droppedChannel, (event, input: unknown) => {
    // Also a frame that went away while it was looked at: nobody else would catch that, and the app would end.
    hear(event, input).catch((error: unknown) => log('dropped files could not be imported', error));
  });
}
