import { AppFailure } from '../../shared/errors.ts';
import { firstOfFolders } from '../core/export/picture-files.ts';
import { ensureWritableFolder } from '../core/library/library-folders.ts';
import { selectedIds } from '../core/library/library-views.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

/** Copies of several pictures. A person chooses the folder in the system's dialog, so no path comes from a page. */
export function exportHandlers({ exporter, repository, views, folders, desktop, words }: HandlerServices): HandlersOf<'export'> {
  return {
    async 'export:begin'({ target }) {
      if (exporter.state()?.phase === 'running') throw new AppFailure('export-under-way');
      // Read before the dialog opens, because the selection may change while it is open.
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
