import { findTools, presentFolders } from '../core/import/tool-folders.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

/** Milliseconds that a look for the folders of other programs takes at most. A disk may be slow. */
const longestLook = 3_000;

/** No path comes from a page: a person chooses in the system's dialog, drops files on the window (`dropped-files.ts`), or names a program. */
export function importHandlers({ importer, desktop, toolPlaces }: HandlerServices): HandlersOf<'import'> {
  return {
    'import:tools': () => findTools(toolPlaces, AbortSignal.timeout(longestLook)),
    'import:from-tool': async ({ tool }) => importer.begin(await presentFolders(tool, toolPlaces)),
    async 'import:choose'({ what }) {
      const paths = await desktop.chooseToImport(what);
      return paths.length === 0 ? { begun: false } : importer.begin(paths);
    },
    'import:pause': () => importer.pause(),
    'import:resume': () => importer.resume(),
    'import:cancel': () => importer.cancel(),
    'import:dismiss': () => importer.dismiss(),
    'import:skipped': () => importer.skipped(),
  };
}
