import { create } from 'zustand';
import { grounds, type Ground, type ViewMemory } from '../../../shared/windows/view-memory.ts';
import { remember, viewMemory } from './remember-view.ts';

/** State of the viewer that is kept when it closes. The background and the time of a slide are also kept for the next start. */
interface ViewerStore extends Pick<ViewMemory, 'ground' | 'slideSeconds'> {
  readonly factsOpen: boolean;
  /** Whether scale and place stay from picture to picture. */
  readonly keepsZoom: boolean;
  /** Whether the slideshow runs. */
  readonly slideshow: boolean;
}

export const useViewerStore = create<ViewerStore>(() => ({
  factsOpen: false,
  keepsZoom: true,
  slideshow: false,
  ground: viewMemory().ground,
  slideSeconds: viewMemory().slideSeconds,
}));

export function toggleFacts(): void {
  useViewerStore.setState(({ factsOpen }) => ({ factsOpen: !factsOpen }));
}

export function toggleKeepsZoom(): void {
  useViewerStore.setState(({ keepsZoom }) => ({ keepsZoom: !keepsZoom }));
}

export function toggleSlideshow(): void {
  useViewerStore.setState(({ slideshow }) => ({ slideshow: !slideshow }));
}

export function stopSlideshow(): void {
  useViewerStore.setState({ slideshow: false });
}

/** @param slideSeconds one of `slideTimes` */
export function setSlideSeconds(slideSeconds: number): void {
  useViewerStore.setState({ slideSeconds });
  remember({ slideSeconds });
}

export function setGround(ground: Ground): void {
  useViewerStore.setState({ ground });
  remember({ ground });
}

/** Chooses the next background. */
export function stepGround(): void {
  const { ground } = useViewerStore.getState();
  setGround(grounds[(grounds.indexOf(ground) + 1) % grounds.length] ?? grounds[0]);
}
