import { ipcMain } from 'electron';
import { droppedChannel } from '../../../shared/ipc/api.ts';
import { droppedSchema } from '../../../shared/ipc/schemas.ts';
import type { HandleOptions } from './handle-calls.ts';
import { isTrustedSender, type SenderOfCall } from './trusted-sender.ts';

/**
 * Receives files that a person dropped on the window. Only the preload can send them, for drops that Chromium marks as trusted. Pictures among
 * them are copied into the library. Nothing else about them reaches the page.
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
    // Includes a frame that goes away during the check. Nobody else would catch it, and the app would end.
    hear(event, input).catch((error: unknown) => log('dropped files could not be imported', error));
  });
}
