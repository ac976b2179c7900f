import { AppFailure } from '../../shared/errors.ts';
import { imageTypeOf } from '../core/image-header/image-type.ts';
import { realPictureFile } from '../core/library/files/real-file.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';
import { publishSuggestions } from './task-handlers.ts';

/** What assistants ask for besides what every program may call. */
export function assistantHandlers({ assistantTasks, thumbnails, repository, folders, changes }: HandlerServices): HandlersOf<'assistant'> {
  return {
    'assistant:allowance': assistantTasks.allowance,
    'assistant:quote': assistantTasks.quote,
    async 'assistant:submit'(wanted) {
      const outcome = await assistantTasks.submit(wanted);
      if (outcome.outcome === 'taken' && outcome.isNew) await publishSuggestions({ repository, changes });
      return outcome;
    },
    async 'assistant:picture'({ imageId }) {
      const [found] = await repository.describe([imageId]);
      if (found === undefined || found.image.state.status !== 'kept') throw new AppFailure('not-found');
      const [file, bytes] = await Promise.all([realPictureFile(folders, found.image.state.file).catch(() => null), thumbnails.get(imageId)]);
      const type = bytes && imageTypeOf(bytes);
      return { ...found, file, thumbnail: bytes && type ? { type: `image/${type}`, base64: Buffer.from(bytes).toString('base64') } : null };
    },
  };
}
