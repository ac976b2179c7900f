import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from '../../../../shared/account.ts';
import { lostReference, isWebAddress, referenceLimits } from '../../../../shared/request/reference-checks.ts';
import type { Reference } from '../../../../shared/task.ts';
import type { CommandWords } from '../../../../shared/words/command-words.ts';
import type { Access } from '../access.ts';
import { UsageFault } from '../usage-fault.ts';
import type { GenerateOptions } from './generate-options.ts';

/**
 * The reference pictures of the arguments, in their order: addresses as they are, and files once the library has copies of them. A dry run copies nothing, because only
 * the number of references has a price. Throws UsageFault if the account takes none, or a file cannot be read.
 */
export async function readReferences(say: CommandWords, access: Access, { options: { references: field } }: Account, { reference: given, dryRun }: GenerateOptions): Promise<readonly Reference[]> {
  if (given.length === 0) return [];
  if (field === null) throw new UsageFault(say('references.fault.no-field'));
  if (given.length > referenceLimits.count) throw new UsageFault(say('error.too-many-references'));
  const paths = given.filter((text) => !/^https?:\/\//i.test(text)).map((text) => path.resolve(text));
  for (const file of paths) if ((await stat(file).catch(() => null))?.isFile() !== true) throw new UsageFault(say('command.generate.no-file', { file }));
  const kept = paths.length === 0 ? [] : dryRun ? paths.map(() => lostReference) : await access.call('programs:keep-references', { paths });
  const inOrder = kept[Symbol.iterator]();
  return given.map((text): Reference => {
    if (!/^https?:\/\//i.test(text)) return inOrder.next().value ?? lostReference;
    if (!isWebAddress(text)) throw new UsageFault(say('command.usage.address', { address: text }));
    return { kind: 'address', url: text };
  });
}
