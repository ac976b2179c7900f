import { ipcMain } from 'electron';
import type { Channel } from '../../../shared/ipc/schemas.ts';
import { err, type Result } from '../../../shared/result.ts';
import type { CallHandler } from '../../handlers/answer.ts';
import { isTrustedSender, type SenderOfCall } from './trusted-sender.ts';

export interface HandleOptions {
  /** Id of the one webContents that may call; null while there is no window. */
  readonly windowId: () => number | null;
  readonly log: (message: string, detail: unknown) => void;
  /** Called at once with each call of the page that waits for its handler. */
  readonly waits?: (channel: Channel, input: unknown) => void;
}

/** The names of `inputSchemas`. The build puts them in (vite.config.ts), so that no schema is read before the window is open. */
declare const channelNames: readonly Channel[];

/** Registers every channel of the contract; there are no others. What is called before there is a handler waits for it. */
export function handleAll(callHandler: Promise<CallHandler>, options: HandleOptions): void {
  for (const channel of channelNames) {
    ipcMain.handle(channel, (event, input: unknown) => answerCall(channel, callHandler, event, input, options));
  }
}

/**
 * Answers one call of a page, after the sender check. Never rejects: a caller without permission gets an error, and so does one whose frame goes away meanwhile.
 * The sender is checked at once, because from Electron 33 on, an event has no frame any more when its page has been left.
 */
export async function answerCall(channel: Channel, callHandler: Promise<CallHandler>, event: SenderOfCall, input: unknown, { windowId, log, waits }: HandleOptions): Promise<Result<unknown>> {
  try {
    if (isTrustedSender(event, windowId())) {
      waits?.(channel, input);
      return await (await callHandler)(channel, input);
    }
    log(`refused a call of ${channel}`, event.senderFrame?.url ?? 'no frame');
    return err({ code: 'refused-sender' });
  } catch (error) {
    log(`${channel} failed`, error);
    return err({ code: 'internal' });
  }
}
