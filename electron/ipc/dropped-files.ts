import { ipcMain } from 'electron';
import { droppedChannel } from '../../shared/ipc/api.ts';
import { droppedSchema } from '../../shared/ipc/schemas.ts';
import type { HandleOptions } from './answer.ts';
import { isTrustedSender } from './trusted-sender.ts';

/**
 * Hears what a person let fall on the window. The preload alone can send it, and only of a drop that the browser itself vouches for; what it
 * names is copied into the library if it is a picture, and nothing of it ever comes back to the page but that picture.
 */
export function takeDroppedFiles(take: (paths: readonly string[]) => Promise<unknown>, { windowId, log }: HandleOptions): void {
  ipcMain.on(droppedChannel, (event, input: unknown) => {
    if (!isTrustedSender(event, windowId())) {
      log('refused dropped files', event.senderFrame?.url ?? 'no frame');
      return;
    }
    const parsed = droppedSchema.safeParse(input);
    if (!parsed.success) {
      log('refused dropped files', 'not a list of paths');
      return;
    }
    take(parsed.data).catch((error: unknown) => log('dropped files could not be imported', error));
  });
}
