import path from 'node:path';
import { AppFailure } from '../../shared/errors.ts';
import { referenceLimits } from '../../shared/request/reference-checks.ts';
import type { PictureReference } from '../../shared/task.ts';
import { selectedIds } from '../core/library/stores/library-views.ts';
import { realFileIn, realPictureFile } from '../core/library/files/real-file.ts';
import type { ReferenceSource } from '../core/references/reference-store.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';
import { openReference } from './open-web-page.ts';

export function referenceHandlers({ references, views, repository, folders, missingSearch, engine, desktop }: HandlerServices): HandlersOf<'references'> {
  const keep = async (sources: readonly ReferenceSource[]): Promise<readonly PictureReference[]> => {
    if (sources.length === 0) return [];
    if (sources.length > referenceLimits.count) throw new AppFailure('too-many-references');
    const kept = await references.keep(sources);
    // A task may wait for just this copy.
    engine.referencesChanged();
    return kept;
  };
  return {
    'references:keep': ({ pictures }) => keep(pictures),
    async 'references:choose'() {
      const files = await desktop.choosePictures();
      return keep(files.map((file) => ({ name: path.basename(file), path: file })));
    },
    async 'references:from-pictures'({ target }) {
      const imageIds = await selectedIds(views, target);
      if (imageIds.length > referenceLimits.count) throw new AppFailure('too-many-references');
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
    'references:open-address': ({ url }) => openReference(desktop, url),
  };
}
