import { appErrorOf } from '../../shared/errors.ts';
import type { Outputs } from '../../shared/ipc/api.ts';
import { inputSchemas, type Channel, type Input } from '../../shared/ipc/schemas.ts';
import { err, ok, type Result } from '../../shared/result.ts';

export type Handlers = { readonly [C in Channel]: (input: Input<C>) => Promise<Outputs[C]> };

/** The handlers of the channels that begin with this word. */
export type HandlersOf<Area extends string> = Pick<Handlers, Extract<Channel, `${Area}:${string}`>>;

/**
 * Answers one call: parse, run, Result. Knows neither who calls nor by what way; that is checked before. Never rejects. Every failure is logged.
 * Errors without a code become `internal`, because their text may contain anything.
 */
export type CallHandler = <C extends Channel>(channel: C, input: unknown) => Promise<Result<Outputs[C]>>;

export function createCallHandler(handlers: Handlers, log: (message: string, detail: unknown) => void): CallHandler {
  return async (channel, input) => {
    try {
      const parsed = inputSchemas[channel].safeParse(input);
      if (!parsed.success) {
        const detail = `${channel}: ${parsed.error.issues[0]?.message ?? ''}`;
        log('refused the input of a call', detail);
        return err({ code: 'bad-request', detail });
      }
      return ok(await handlers[channel](parsed.data as Input<typeof channel>));
    } catch (error) {
      log(`${channel} failed`, error);
      return err(appErrorOf(error));
    }
  };
}
