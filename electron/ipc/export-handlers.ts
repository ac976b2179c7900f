import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../shared/errors.ts';
import { firstNames } from '../core/export/export-names.ts';
import { firstOfFolders } from '../core/export/picture-files.ts';
import { ensureWritableFolder } from '../core/library/library-folders.ts';
import { selectedIds } from '../core/library/library-views.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

/** Copies of several pictures. A person chooses the folder in the system's dialog, so no path comes from a page. */
export function exportHandlers({ exporter, repository, views, folders, desktop, words }: HandlerServices): HandlersOf<'export'> {
  let chosen: Int32Array = new Int32Array();
  /** Where the ZIP file goes. The system's dialog asked before replacing a file, but only for the exact name that was typed. */
  const chooseZip = async (count: number): Promise<string | null> => {
    const file = await desktop.chooseSaveFile(words('dialogs.export-zip-name'), words('dialogs.export-zip', { count }));
    if (file === null || path.extname(file).toLowerCase() === '.zip') return file;
    const named = `${file}.zip`;
    if (await stat(named).catch(() => null)) throw new AppFailure('file-exists', named);
    return named;
  };
  return {
    async 'export:choose'({ target }) {
      if (exporter.state()?.phase === 'running') throw new AppFailure('export-under-way');
      chosen = await selectedIds(views, target);
      return { pictures: chosen.length };
    },
    async 'export:begin'({ choices }) {
      if (exporter.state()?.phase === 'running') throw new AppFailure('export-under-way');
      const ids = chosen;
      const place = choices.into === 'zip' ? await chooseZip(ids.length) : await desktop.chooseFolder(null, words('dialogs.export-folder', { count: ids.length }));
      if (place === null) return { begun: false };
      await ensureWritableFolder(choices.into === 'zip' ? path.dirname(place) : place);
      exporter.begin(ids, place, choices);
      return { begun: true };
    },
    'export:names': ({ names, format }) => firstNames(repository, chosen, names, format),
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
      if (state?.zip != null) desktop.reveal(path.join(state.folder, state.zip));
      else if (state) await desktop.openFolder(state.folder);
    },
    async 'export:reveal'({ target }) {
      const { files, more } = await firstOfFolders(await selectedIds(views, target), { repository, folders });
      if (files.length === 0) throw new AppFailure('file-missing');
      for (const file of files) desktop.reveal(file);
      return { folders: files.length, more };
    },
  };
}
