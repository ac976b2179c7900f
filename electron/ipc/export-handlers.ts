import { AppFailure } from '../../shared/errors.ts';
import type { Channel } from '../../shared/ipc/schemas.ts';
import { firstOfFolders } from '../core/export/first-of-folders.ts';
import { ensureWritableFolder } from '../core/library/library-folders.ts';
import { selectedIds } from '../core/library/selected-ids.ts';
import type { Handlers } from './answer.ts';
import type { Services } from './services.ts';

type ExportChannel = Extract<Channel, `export:${string}`>;

/** Copies of several pictures. The folder is one that a person chooses in the system's dialog: no path comes from a page. */
export function exportHandlers({ exporter, repository, views, folders, desktop, words }: Services): Pick<Handlers, ExportChannel> {
  return {
    async 'export:begin'({ target }) {
      if (exporter.state()?.phase === 'running') throw new AppFailure('export-under-way');
      // Before the dialog: what is selected may be another thing by the time a folder is chosen.
      const ids = await selectedIds(views, target);
      const folder = await desktop.chooseFolder(null, words('dialogs.export-folder', { count: ids.length }));
      if (folder === null) return { begun: false };
      await ensureWritableFolder(folder);
      exporter.begin(ids, folder);
      return { begun: true };
    },
    async 'export:stop'() {
      exporter.stop();
    },
    async 'export:resume'() {
      exporter.resume();
    },
    async 'export:dismiss'() {
      exporter.dismiss();
    },
    'export:left-out': async () => exporter.leftOut(),
    async 'export:open-folder'() {
      const state = exporter.state();
      if (state) await desktop.openFolder(state.folder);
    },
    async 'export:reveal'({ target }) {
      const { files, more } = await firstOfFolders(await selectedIds(views, target), { repository, folders });
      if (files.length === 0) throw new AppFailure('file-missing');
      for (const file of files) desktop.reveal(file);
      return { folders: files.length, more };
    },
  };
}
