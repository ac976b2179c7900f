import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../shared/errors.ts';
import { mostCopied } from '../../shared/export/export.ts';
import { isShown, type ImageFile, type ImageId } from '../../shared/task.ts';
import { coloursLength } from '../../shared/windows/thumbnail-look.ts';
import { copiedFilesOf, draggedFiles } from '../core/export/picture-files.ts';
import { realPictureFile } from '../core/library/files/real-file.ts';
import { selectedIds } from '../core/library/stores/library-views.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function imageHandlers({ repository, views, folders, missingSearch, rescan, thumbnails, settings, desktop }: HandlerServices): HandlersOf<'images' | 'thumbnails'> {
  const keptFile = async (imageId: ImageId): Promise<ImageFile> => {
    const found = await repository.image(imageId);
    if (found === null || found.image.state.status !== 'kept') throw new AppFailure('not-found');
    return found.image.state.file;
  };
  const fileOf = async (imageId: ImageId): Promise<string> => {
    const file = await keptFile(imageId);
    const real = await realPictureFile(folders, file);
    if (real !== null) return real;
    missingSearch.missed([imageId]);
    throw new AppFailure('file-missing', file.path);
  };
  /** Whether another file is in its place. That one is a picture of its own, and is imported if it is unknown. */
  const isChanged = async (file: Pick<ImageFile, 'path'>): Promise<boolean> => {
    const other = await folders.otherAt(file);
    if (other === null) return false;
    const unknown = await repository.unknownFiles([{ path: file.path, bytes: other.bytes }]);
    if (unknown.length > 0) rescan.changed(path.dirname(other.path));
    return true;
  };
  return {
    'images:describe': ({ imageIds }) => repository.describe(imageIds),
    async 'images:absent'({ imageIds }) {
      const kept = (await repository.describe(imageIds)).flatMap(({ image }) => (image.state.status === 'kept' ? [{ id: image.id, file: image.state.file }] : []));
      const located = await Promise.all(kept.map(async (one) => ((await folders.locate(one.file)) === null ? [one] : [])));
      const gone = located.flat();
      const absent = gone.map(({ id }) => id);
      missingSearch.missed(absent);
      const changed = await Promise.all(gone.map(async ({ id, file }) => ((await isChanged(file)) ? [id] : [])));
      const folder = await stat(folders.root()).catch(() => null);
      return { imageIds: absent, changed: changed.flat(), folderIsThere: folder?.isDirectory() ?? false };
    },
    async 'images:look-for-missing'() {
      missingSearch.look();
    },
    async 'images:copy'({ imageId }) {
      const file = await fileOf(imageId);
      if (!(await desktop.copyPicture(imageId))) throw new AppFailure('picture-unreadable', path.basename(file));
    },
    async 'images:copy-files'({ target, as }) {
      const ids = await selectedIds(views, target);
      const { files, missing } = await copiedFilesOf(ids, { repository, folders });
      missingSearch.missed(missing);
      if (files.length === 0) throw new AppFailure('file-missing');
      if (as === 'paths') await desktop.copyText(files.join('\n'));
      else if (!(await desktop.copyFiles(files))) throw new AppFailure('bad-request', 'files');
      return { files: files.length, missing: missing.length, more: ids.length > mostCopied };
    },
    async 'images:open'({ imageId }) {
      const file = await fileOf(imageId);
      // What Latent cannot show, such as an SVG or an archive, might run something in the system's program for it.
      if (!isShown((await keptFile(imageId)).type)) throw new AppFailure('picture-unreadable', path.basename(file));
      await desktop.openFile(file);
    },
    async 'images:open-with'({ imageId, choose }) {
      const file = await fileOf(imageId);
      const known = choose ? null : settings.get().openWith;
      const program = known ?? (await desktop.chooseProgram());
      if (program === null) return null;
      await desktop.openInProgram(program, file);
      if (program !== settings.get().openWith) settings.set({ ...settings.get(), openWith: program });
      return { program };
    },
    async 'images:reveal'({ imageId }) {
      desktop.reveal(await fileOf(imageId));
    },
    async 'images:drag'({ target }) {
      const ids = await selectedIds(views, target);
      const [{ files, missing }, [look]] = await Promise.all([draggedFiles(ids, { repository, folders }), thumbnails.look([...ids.subarray(0, 1)])]);
      missingSearch.missed(missing);
      if (files.length === 0) throw new AppFailure('file-missing');
      desktop.startDrag(files, look?.colours ?? new Uint8Array(coloursLength));
      return { files: files.length, missing: missing.length };
    },
    'thumbnails:in-sight'({ imageIds, left }) {
      // What is in sight changes when a person scrolls, so the background work waits.
      thumbnails.busy();
      thumbnails.left(left);
      return thumbnails.look(imageIds);
    },
    'thumbnails:try-again': async ({ imageId }) => ({ made: await thumbnails.tryAgain(imageId) }),
  };
}
