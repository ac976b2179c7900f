import type { DownloadOutcome } from '../../electron/core/engine/downloads/download-outcome.ts';
import type { AnsweredImage } from '../../electron/core/service/answers/answered-image.ts';
import type { ImageState, TaskId } from '../../shared/task.ts';
import { completed } from './engine-fakes.ts';
import { openEngineRig, type EngineRig } from './task-engine-rig.ts';

export const address = (name: string): string => `https://pictures.test/${name}.png`;

export const cut: DownloadOutcome = { kind: 'trouble', detail: 'ECONNRESET', retryAfterMs: null };
export const libraryGone: DownloadOutcome = { kind: 'library', problem: 'unreachable', detail: '/pictures' };

export const urlsOf = (rig: EngineRig): readonly string[] => rig.downloads.requests.map(({ image }) => (image.kind === 'url' ? image.url : 'inline'));
export const imagesOf = async (rig: EngineRig, id: TaskId): Promise<readonly ImageState[]> => (await rig.stored(id)).images.map(({ state }) => state);
export const statuses = async (rig: EngineRig, id: TaskId): Promise<readonly string[]> => (await imagesOf(rig, id)).map(({ status }) => status);

/** A task whose first query says that it is completed with these pictures. Later queries are answered by `later`. `before` runs before the submission. */
export async function finished(images: readonly (string | AnsweredImage)[], later = completed(...images), before?: (rig: EngineRig) => void): Promise<{ rig: EngineRig; id: TaskId }> {
  const rig = await openEngineRig();
  rig.service.onQuery = (_, count) => (count === 1 ? completed(...images) : later);
  before?.(rig);
  const [id = ''] = await rig.submit();
  await rig.clock.advance(4_000);
  return { rig, id };
}
