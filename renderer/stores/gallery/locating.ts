import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { indexOfImage } from './cells.ts';
import { useGallery } from './gallery-store.ts';

/** Position of a picture in the view that is shown. -1 if it is not there, null if another view was opened meanwhile. */
export function locate(imageId: ImageId): Promise<number | null> {
  const loaded = indexOfImage(useGallery.getState(), imageId);
  return loaded >= 0 ? Promise.resolve(loaded) : inView((at) => bridge.libraryLocatePicture({ ...at, imageId }));
}

/** Position of the first picture saved before a time (seconds since the epoch). Null if another view was opened meanwhile. */
export function locateTime(time: number): Promise<number | null> {
  return inView((at) => bridge.libraryAtTime({ ...at, time }));
}

async function inView(ask: (at: { readonly token: number; readonly revision: number }) => ReturnType<typeof bridge.libraryAtTime>): Promise<number | null> {
  const { token, revision } = useGallery.getState().view;
  if (token === 0) return null;
  const answer = await ask({ token, revision });
  const { view } = useGallery.getState();
  if (!answer.ok || view.token !== token) return null;
  return view.revision === revision ? answer.value : inView(ask);
}
