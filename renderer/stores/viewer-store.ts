import { create } from 'zustand';

/** The viewer's state that outlasts its closing, until the window is closed. */
interface ViewerStore {
  readonly factsOpen: boolean;
  /** Whether scale and place stay from picture to picture. */
  readonly keepsZoom: boolean;
}

export const useViewerStore = create<ViewerStore>(() => ({ factsOpen: false, keepsZoom: true }));

export function toggleFacts(): void {
  useViewerStore.setState(({ factsOpen }) => ({ factsOpen: !factsOpen }));
}

export function toggleKeepsZoom(): void {
  useViewerStore.setState(({ keepsZoom }) => ({ keepsZoom: !keepsZoom }));
}
