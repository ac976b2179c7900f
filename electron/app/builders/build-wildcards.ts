import type { Settings } from '../../../shared/settings.ts';
import { createFileThread } from '../../core/file-worker/file-thread.ts';
import { createWildcardBook, type WildcardBook, type WildcardBookDeps } from '../../core/wildcards/wildcard-book.ts';
import type { AppContext } from './app-context.ts';

/** The wildcard files. A thread of its own reads them, because large ones take long to parse. */
export function buildWildcards({ built, clock }: AppContext, settings: () => Settings, discard: (file: string) => Promise<void>): WildcardBook {
  const thread = createFileThread({ workerFile: built('import-worker.cjs'), clock });
  const read: WildcardBookDeps['reader']['read'] = async (folder, known) => {
    const answer = await thread.run({ kind: 'wildcards', path: folder, known });
    return answer.kind === 'wildcards' ? answer : null;
  };
  return createWildcardBook({ root: () => settings().wildcardFolder, reader: { read, rest: thread.rest, close: thread.close }, discard });
}
