import { ipcMain } from 'electron';
import { inputSchemas, type Channel } from '../../shared/ipc/schemas.ts';
import { answerCall, type HandleOptions, type Handlers } from './answer.ts';

/** Registers every channel of the contract; there are no others. */
export function handleAll(handlers: Handlers, options: HandleOptions): void {
  for (const channel of Object.keys(inputSchemas) as Channel[]) {
    ipcMain.handle(channel, (event, input: unknown) => answerCall(channel, handlers, event, input, options));
  }
}
