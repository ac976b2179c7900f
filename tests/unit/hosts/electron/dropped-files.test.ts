import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { takeDroppedFiles } from '../../../../electron/hosts/electron/dropped-files.ts';
import type { SenderOfCall } from '../../../../electron/hosts/electron/trusted-sender.ts';
import { droppedChannel } from '../../../../shared/ipc/api.ts';

const ipcMain = vi.hoisted(() => ({ on: (_channel: string, _hear: (event: SenderOfCall, input: unknown) => void): void => undefined }));
vi.mock('electron', () => ({ ipcMain }));

it('accepts drops of the window only, and survives a frame that vanishes during the check', async () => {
  const events = new EventEmitter();
  ipcMain.on = (channel, hear) => void events.on(channel, hear);
  const taken: (readonly string[])[] = [];
  const logged: string[] = [];
  takeDroppedFiles(async (paths) => taken.push(paths), { windowId: () => 7, log: (message) => logged.push(message) });
  const page: SenderOfCall = { sender: { id: 7 }, senderFrame: { url: 'latent://app/index.html', parent: null } };
  const disposed = {
    sender: { id: 7 },
    get senderFrame(): never {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
  };
  expect(events.emit(droppedChannel, page, ['/pictures'])).toBe(true);
  for (const [event, input] of [[{ ...page, sender: { id: 8 } }, ['/a']], [page, '/a'], [disposed, ['/a']]]) events.emit(droppedChannel, event, input);
  await expect.poll(() => logged).toEqual(['refused dropped files', 'refused dropped files', 'dropped files could not be imported']);
  expect(taken).toEqual([['/pictures']]);
});
