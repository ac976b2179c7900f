import { appErrorOf } from '../../shared/errors.ts';
import { anySchemas, type AnyChannel, type AnyInput, type AnyOutputs } from '../../shared/ipc/programs.ts';
import type { Channel } from '../../shared/ipc/schemas.ts';
import { err, ok, type Result } from '../../shared/result.ts';

export type Handlers = { readonly [C in AnyChannel]: (input: AnyInput<C>) => Promise<AnyOutputs[C]> };

/** The handlers of the channels that begin with this word. */
export type HandlersOf<Area extends string> = Pick<Handlers, Extract<AnyChannel, `${Area}:${string}`>>;

/**
 * Answers one call: parse, run, Result. Knows neither who calls nor by what way; that is checked before. Never rejects. Every failure is logged.
 * Errors without a code become `internal`, because their text may contain anything.
 */
export type CallAny = <C extends AnyChannel>(channel: C, input: unknown) => Promise<Result<AnyOutputs[C]>>;
/** The same for the channels of the window alone. */
export type CallHandler = <C extends Channel>(channel: C, input: unknown) => Promise<Result<AnyOutputs[C]>>;

export function createCallHandler(handlers: Handlers, log: (message: string, detail: unknown) => void): CallAny {
  return async (channel, input) => {
    try {
      const parsed = anySchemas[channel].safeParse(input);
      if (!parsed.success) {
        const detail = `${channel}: ${parsed.error.issues[0]?.message ?? ''}`;
        log('refused the input of a call', detail);
        return err({ code: 'bad-request', detail });
      }
      return ok(await handlers[channel](parsed.data as AnyInput<typeof channel>));
    } catch (error) {
      log(`${channel} failed`, error);
      return err(appErrorOf(error));
    }
  };
}
