import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../shared/errors.ts';
import type { Channel } from '../../shared/ipc/schemas.ts';
import type { ImageId } from '../../shared/task.ts';
import { realPictureFile } from '../core/library/real-file.ts';
import type { Handlers } from './answer.ts';
import type { Services } from './services.ts';

type ImageChannel = Extract<Channel, `images:${string}`>;

export function imageHandlers({ repository, folders, missingSearch, desktop }: Services): Pick<Handlers, ImageChannel> {
  const fileOf = async (imageId: ImageId): Promise<string> => {
    const found = await repository.image(imageId);
    if (found === null || found.image.state.status !== 'kept') throw new AppFailure('not-found');
    const real = await realPictureFile(folders, found.image.state.file);
    if (real !== null) return real;
    missingSearch.missed([imageId]);
    throw new AppFailure('file-missing', found.image.state.file.path);
  };
  return {
    'images:describe': ({ imageIds }) => repository.describe(imageIds),
    async 'images:absent'({ imageIds }) {
      const kept = (await repository.describe(imageIds)).flatMap(({ image }) => (image.state.status === 'kept' ? [{ id: image.id, file: image.state.file }] : []));
      const located = await Promise.all(kept.map(async ({ id, file }) => ((await folders.locate(file)) === null ? [id] : [])));
      const absent = located.flat();
      missingSearch.missed(absent);
      const folder = await stat(folders.root()).catch(() => null);
      return { imageIds: absent, folderIsThere: folder?.isDirectory() ?? false };
    },
    async 'images:look-for-missing'() {
      missingSearch.look();
    },
    async 'images:copy'({ imageId }) {
      const file = await fileOf(imageId);
      if (!(await desktop.copyPicture(imageId))) throw new AppFailure('picture-unreadable', path.basename(file));
    },
    async 'images:reveal'({ imageId }) {
      desktop.reveal(await fileOf(imageId));
    },
    async 'images:export'({ imageId }) {
      const file = await fileOf(imageId);
      const target = await desktop.chooseSaveFile(path.basename(file));
      if (target === null) return { saved: false };
      try {
        await copyFile(file, target);
      } catch (error) {
        throw new AppFailure('folder-unwritable', target, { cause: error });
      }
      return { saved: true };
    },
  };
}
