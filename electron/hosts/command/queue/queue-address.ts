import type { CommandWords } from '../../../../shared/words/command-words.ts';
import { UsageFault } from '../usage-fault.ts';

/** Taken out of the environment at the start, so that no thread and no process inherits the password. */
const fromEnvironment = process.env['LATENT_QUEUE'];
delete process.env['LATENT_QUEUE'];

/** The address of the queue's server. Other users of a computer see arguments, so the environment may have it instead. Throws UsageFault if neither has. */
export function queueAddress(say: CommandWords, given: string | undefined): string {
  const address = given ?? fromEnvironment;
  if (address === undefined || address === '') throw new UsageFault(say('command.queue.none'));
  return address;
}
