import type { ImageInfo, Outputs, Snapshot } from '../../shared/ipc/api.ts';
import type { Album } from '../../shared/library/albums.ts';
import type { ImageMarks, SavedSearch } from '../../shared/library/marks.ts';
import type { SavedPrompt } from '../../shared/prompts/saved-prompt.ts';
import type { Image, ImageFile, Task } from '../../shared/task.ts';
import type { LatentApp } from './latent-app.ts';

/** A task or a picture as it is compared. */
interface Known {
  readonly id: string | number;
  readonly state: { readonly status: string; readonly file?: ImageFile };
}

export interface ProfileFacts {
  readonly settings: object;
  readonly accounts: readonly object[];
  readonly tasks: readonly Known[];
  readonly batches: readonly object[];
  readonly prices: readonly object[];
  readonly pictures: readonly (Known & { readonly task: string; readonly index: number })[];
  readonly marks: Readonly<Record<string, ImageMarks | null>>;
  readonly searches: readonly SavedSearch[];
  readonly prompts: readonly SavedPrompt[];
  readonly albums: readonly (Album & { readonly pictures: readonly number[] })[];
  readonly inTrash: number;
}

/** Everything that a profile must still contain in a later version. Leaves out what changes by itself: counts of queries, progress, addresses of the practice service. */
export async function factsOf(app: LatentApp): Promise<ProfileFacts> {
  const { accounts, batches, prices, selectedAccountId, settings } = (await app.call('appSnapshot')) as Snapshot;
  const { tasks } = await app.history();
  const opened = (await app.call('libraryOpenGallery', { search: 'in:anywhere' })) as Outputs['library:open-gallery'];
  const imageIds = [...(opened?.first.ids ?? [])];
  const pictures = (await app.call('imagesDescribe', { imageIds })) as readonly ImageInfo[];
  const marks = await Promise.all(imageIds.map(async (imageId) => [imageId, (await app.call('marksOf', { imageId })) as ImageMarks | null] as const));
  const facts = {
    settings,
    selectedAccountId,
    accounts: accounts.map(({ id, kind, name, baseUrl, key, removed, consoles, options }) => (kind === 'practice' ? { id, kind, name } : { id, kind, name, baseUrl, key, removed, consoles, options })),
    batches: batches.map(({ id, accountId, name, createdAt, recipe, hold, place, progress: { tasks: all, made, queued } }) => ({ id, accountId, name, createdAt, recipe, hold, place, all, made, queued })),
    prices,
    // The history shows tasks of unknown outcome first.
    tasks: tasks.map(({ task, images }) => ({ ...taskFacts(task), id: task.id, images: images.map(imageFacts) })).toSorted((a, b) => a.id.localeCompare(b.id)),
    pictures: pictures.map(({ image, task }) => ({ ...imageFacts(image), task: task.id, prompt: task.request.prompt, imported: task.imported })),
    marks: Object.fromEntries(marks),
    tags: await app.call('marksTags'),
    searches: await app.call('searchesList'),
    prompts: await app.call('promptsList'),
    albums: await Promise.all(((await app.call('albumsList')) as readonly Album[]).map(async (album) => ({ ...album, pictures: await picturesIn(app, album) }))),
    inTrash: await app.call('marksInTrash'),
  };
  // As JSON, which drops undefined fields.
  return JSON.parse(JSON.stringify(facts)) as ProfileFacts;
}

/** The pictures of an album in its order. */
async function picturesIn(app: LatentApp, { name }: Album): Promise<readonly number[]> {
  const opened = (await app.call('libraryOpenGallery', { search: `album:"${name}"` })) as Outputs['library:open-gallery'];
  return [...(opened?.first.ids ?? [])];
}

function taskFacts({ accountId, request, retryOf, adopted, batchId, place, estimate, settled, createdAt, submittedAt, acceptedAt, endedAt, dismissedAt, state }: Task): object {
  // Only the order of tasks in the queue matters.
  const queued = state.status === 'queued' ? { place } : {};
  return { accountId, request, retryOf, adopted, batchId, ...queued, estimate, settled, createdAt, submittedAt, acceptedAt, endedAt, dismissedAt, state: stateFacts(state) };
}

/** The reason why a queued task waits depends on the computer's network, unless it waits for the person or for a key. */
function stateFacts(state: Task['state']): object {
  switch (state.status) {
    case 'queued':
      return { status: state.status, waitsForPerson: state.waitingFor === 'held', waitsForKey: state.waitingFor === 'key' };
    case 'processing':
      return { status: state.status, remoteId: state.remoteId };
    default:
      return state;
  }
}

/** Ids must stay the same: marks, thumbnails and the window's memory refer to them. */
function imageFacts({ id, index, state }: Image): object {
  return { id, index, state: state.status === 'waiting' ? { status: state.status } : state };
}
