import { firstView, type ViewMemory } from '../../shared/windows/view-memory.ts';

/** How the window was left. Main writes it into the page that it serves. */
export function readPageMemory(): ViewMemory {
  try {
    return JSON.parse(document.querySelector('meta[name="view-memory"]')?.getAttribute('content') ?? '') as ViewMemory;
  } catch {
    return firstView;
  }
}
