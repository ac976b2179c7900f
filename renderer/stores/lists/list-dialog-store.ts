import { ask, dismiss } from '../../ui/dialogs/ask.ts';
import type { ListSource } from './read-list.ts';

/** Opens the dialog of lists. Without a source, it shows the list that is being corrected, or asks for one. */
export const openList = (source: ListSource | null = null): void => void ask('list', { source });

export const closeList = (): void => dismiss('list');
