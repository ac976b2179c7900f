import type { Settings } from '../../../shared/settings.ts';
import { createFileThread } from '../../core/file-worker/file-thread.ts';
import { createWildcardBook, type WildcardBook } from '../../core/wildcards/wildcard-book.ts';
import type { AppContext } from './app-context.ts';

/** The wildcard files. A thread of its own reads them, because large ones take long to parse. */
export function buildWildcards({ built, clock }: AppContext, settings: () => Settings, discard: (file: string) => Promise<void>): WildcardBook {
  return createWildcardBook({ root: () => settings().wildcardFolder, thread: createFileThread({ workerFile: built('import-worker.cjs'), clock }), discard });
}
