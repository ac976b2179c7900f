import type { Channel } from '../../shared/ipc/schemas.ts';
import type { Handlers } from './answer.ts';
import type { Services } from './services.ts';

type ImportChannel = Extract<Channel, `import:${string}`>;

/** No path comes from a page: a person chooses in the system's dialog, or lets something fall on the window (`dropped-files.ts`). */
export function importHandlers({ importer, desktop }: Services): Pick<Handlers, ImportChannel> {
  return {
    async 'import:choose'({ what }) {
      const paths = await desktop.chooseToImport(what);
      return paths.length === 0 ? { begun: false } : importer.begin(paths);
    },
    'import:pause': () => importer.pause(),
    'import:resume': () => importer.resume(),
    'import:cancel': () => importer.cancel(),
    'import:undo': () => importer.undo(),
    'import:dismiss': () => importer.dismiss(),
    'import:skipped': () => importer.skipped(),
  };
}
