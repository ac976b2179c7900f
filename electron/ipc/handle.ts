import { ipcMain } from 'electron';
import { inputSchemas, type Channel } from '../../shared/ipc/schemas.ts';
import { answerCall, type HandleOptions, type Handlers } from './answer.ts';

/** Registers every channel of the contract; there are no others. What is called before there are handlers waits for them. */
export function handleAll(handlers: Promise<Handlers>, options: HandleOptions): void {
  for (const channel of Object.keys(inputSchemas) as Channel[]) {
    ipcMain.handle(channel, async (event, input: unknown) => answerCall(channel, await handlers, event, input, options));
  }
}
