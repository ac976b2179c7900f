import { ipcMain } from 'electron';
import { AppFailure } from '../../shared/errors.ts';
import type { Outputs } from '../../shared/ipc/api.ts';
import { inputSchemas, type Channel, type Input } from '../../shared/ipc/schemas.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { isTrustedSender, type SenderOfCall } from './trusted-sender.ts';

export type Handlers = { readonly [C in Channel]: (input: Input<C>) => Promise<Outputs[C]> };

/** The handlers of the channels that begin with this word. */
export type HandlersOf<Area extends string> = Pick<Handlers, Extract<Channel, `${Area}:${string}`>>;

export interface HandleOptions {
  /** Id of the one webContents that may call; null while there is no window. */
  readonly windowId: () => number | null;
  readonly log: (message: string, detail: unknown) => void;
}

/** Registers every channel of the contract; there are no others. What is called before there are handlers waits for them. */
export function handleAll(handlers: Promise<Handlers>, options: HandleOptions): void {
  for (const channel of Object.keys(inputSchemas) as Channel[]) {
    ipcMain.handle(channel, async (event, input: unknown) => answerCall(channel, await handlers, event, input, options));
  }
}

/**
 * Answers one call: sender check, parse, run, Result. Never rejects: a caller without permission gets an error, and so does one whose
 * frame goes away meanwhile. Every failure is logged. Errors without a code become `internal`, because their text may contain anything.
 */
export async function answerCall(channel: Channel, handlers: Handlers, event: SenderOfCall, input: unknown, options: HandleOptions): Promise<Result<unknown>> {
  try {
    if (!isTrustedSender(event, options.windowId())) {
      options.log(`refused a call of ${channel}`, event.senderFrame?.url ?? 'no frame');
      return err({ code: 'refused-sender' });
    }
    const parsed = inputSchemas[channel].safeParse(input);
    if (!parsed.success) {
      const detail = `${channel}: ${parsed.error.issues[0]?.message ?? ''}`;
      options.log('refused the input of a call', detail);
      return err({ code: 'bad-request', detail });
    }
    return ok(await (handlers[channel] as (input: unknown) => Promise<unknown>)(parsed.data));
  } catch (error) {
    options.log(`${channel} failed`, error);
    if (error instanceof AppFailure) return err(error.appError);
    return err({ code: 'internal' });
  }
}
