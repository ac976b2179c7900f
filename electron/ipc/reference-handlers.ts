import path from 'node:path';
import { AppFailure } from '../../shared/errors.ts';
import { referenceLimits } from '../../shared/references.ts';
import type { PictureReference } from '../../shared/task.ts';
import { selectedIds } from '../core/library/library-views.ts';
import { realFileIn, realPictureFile } from '../core/library/real-file.ts';
import type { ReferenceSource } from '../core/references/reference-store.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function referenceHandlers({ references, views, repository, folders, missingSearch, engine, desktop }: HandlerServices): HandlersOf<'references'> {
  const keep = async (sources: readonly ReferenceSource[]): Promise<readonly PictureReference[]> => {
    if (sources.length === 0) return [];
    const kept = await references.keep(sources);
    // A task may wait for just this copy.
    engine.referencesChanged();
    return kept;
  };
  return {
    'references:keep': ({ pictures }) => keep(pictures),
    async 'references:choose'() {
      const files = await desktop.choosePictures();
      return keep(files.slice(0, referenceLimits.count).map((file) => ({ name: path.basename(file), path: file })));
    },
    async 'references:from-pictures'({ target }) {
      const imageIds = (await selectedIds(views, target)).subarray(0, referenceLimits.count);
      const sources: ReferenceSource[] = [];
      for (const imageId of imageIds) {
        const found = await repository.image(imageId);
        if (found === null || found.image.state.status !== 'kept') throw new AppFailure('not-found');
        const { file } = found.image.state;
        const real = await realPictureFile(folders, file);
        if (real === null) {
          missingSearch.missed([imageId]);
          throw new AppFailure('file-missing', file.path);
        }
        sources.push({ name: path.basename(file.path), path: real });
      }
      return keep(sources);
    },
    async 'references:reveal'({ sha256 }) {
      const found = await references.file(sha256);
      const real = found && (await realFileIn(found.root, found.path).catch(() => null));
      if (real === null) throw new AppFailure('reference-gone');
      desktop.reveal(real);
    },
    async 'references:open-address'({ url }) {
      if (!(await desktop.confirmOpenPage(url))) return;
      if (!(await desktop.openPage(url))) throw new AppFailure('browser-failed');
    },
  };
}
