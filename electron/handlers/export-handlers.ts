import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../shared/errors.ts';
import { mostOnSheet } from '../../shared/export/contact-sheet-choices.ts';
import { firstNames } from '../core/export/export-names.ts';
import { nameFromText } from '../core/library/files/library-names.ts';
import { firstOfFolders } from '../core/export/picture-files.ts';
import { ensureWritableFolder } from '../core/library/library-folders.ts';
import { selectedIds } from '../core/library/stores/library-views.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

/** Copies of several pictures. A person chooses the folder in the system's dialog, so no path comes from a page. */
export function exportHandlers({ exporter, repository, views, folders, desktop, words }: HandlerServices): HandlersOf<'export'> {
  let chosen: Int32Array = new Int32Array();
  /** Where one file goes. The system's dialog asked before replacing a file, but only for the exact name that was typed. */
  const chooseFile = async (suggested: string, ending: '.zip' | '.html' | '.pdf', title: string): Promise<string | null> => {
    const file = await desktop.chooseSaveFile(suggested, title);
    if (file === null || path.extname(file).toLowerCase() === ending) return file;
    const named = `${file}${ending}`;
    if (await stat(named).catch(() => null)) throw new AppFailure('file-exists', named);
    return named;
  };
  const chooseZip = (count: number): Promise<string | null> => chooseFile(words('dialogs.export-zip-name'), '.zip', words('dialogs.export-zip', { count }));
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
    async 'export:contact-sheet'(request) {
      if (exporter.state()?.phase === 'running') throw new AppFailure('export-under-way');
      const ids = chosen;
      if (ids.length > mostOnSheet(request.choices.columns)) throw new AppFailure('bad-request', 'pictures');
      const name = nameFromText(request.title) || words('sheet.title-usual');
      const file = await chooseFile(`${name}.${request.choices.kind}`, `.${request.choices.kind}`, words('dialogs.contact-sheet', { count: ids.length }));
      if (file === null) return { begun: false };
      await ensureWritableFolder(path.dirname(file));
      exporter.beginSheet(ids, file, request);
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
      if (state?.file != null) desktop.reveal(path.join(state.folder, state.file));
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
