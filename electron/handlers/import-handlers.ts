import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

/** No path comes from a page: a person chooses in the system's dialog, or drops files on the window (`dropped-files.ts`). */
export function importHandlers({ importer, desktop }: HandlerServices): HandlersOf<'import'> {
  return {
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
