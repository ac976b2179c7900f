import type { Channel } from '../../shared/ipc/schemas.ts';
import type { Importer } from '../core/import/importer.ts';
import type { Handlers } from './answer.ts';
import type { Desktop } from './desktop-port.ts';

type ImportChannel = Extract<Channel, `import:${string}`>;

export interface ImportHandlersInput {
  readonly importer: Importer;
  readonly desktop: Pick<Desktop, 'chooseToImport'>;
}

/** No path comes from a page: a person chooses in the system's dialog, or drops files on the window (`dropped-files.ts`). */
export function importHandlers({ importer, desktop }: ImportHandlersInput): Pick<Handlers, ImportChannel> {
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
