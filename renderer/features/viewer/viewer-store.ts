import { create } from 'zustand';

/** What of the viewer outlasts its closing. */
interface ViewerStore {
  readonly factsOpen: boolean;
}

export const useViewerStore = create<ViewerStore>(() => ({ factsOpen: true }));

export function toggleFacts(): void {
  useViewerStore.setState(({ factsOpen }) => ({ factsOpen: !factsOpen }));
}
