import { readAppLink, writeAppLink, type AppLink } from '../../../shared/links/app-link.ts';
import type { ImageId, Task } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { copyText } from '../../ui/clipboard.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';

const copyLink = (link: AppLink): void => copyText(writeAppLink(link), 'links.copied');

/** Copies a link that opens the picture, also after the database was rebuilt. */
export async function copyPictureLink(imageId: ImageId): Promise<void> {
  const answer = await notifyIfFailed(bridge.imagesDescribe({ imageIds: [imageId] }));
  const [found] = answer.ok ? answer.value : [];
  if (found) copyLink({ kind: 'picture-of', taskId: found.image.taskId, index: found.image.index });
}

/** Copies a link that shows the task in the history. */
export const copyTaskLink = ({ id }: Task): void => copyLink({ kind: 'task', id });

const shownSearch = (): string => useGallery.getState().view.search.trim();

/** Whether the search of the gallery can be a link: it may be empty or too long. */
export const hasSearchLink = (): boolean => readAppLink(writeAppLink({ kind: 'search', search: shownSearch() })).kind === 'search';

/** Copies a link that searches the library as the gallery does now. An album or a tag is a search, too. */
export const copySearchLink = (): void => copyLink({ kind: 'search', search: shownSearch() });
