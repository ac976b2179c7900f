import { usualSpoken, type Spoken } from '../../shared/words/languages.ts';
import { firstView, type ViewMemory } from '../../shared/windows/view-memory.ts';

/** What is spoken. Main writes it into the page that it serves. */
export function readSpoken(): Spoken {
  try {
    return JSON.parse(document.querySelector('meta[name="spoken"]')?.getAttribute('content') ?? '') as Spoken;
  } catch {
    return usualSpoken;
  }
}

/** How the window was left. Main writes it into the page that it serves. */
export function readPageMemory(): ViewMemory {
  try {
    return JSON.parse(document.querySelector('meta[name="view-memory"]')?.getAttribute('content') ?? '') as ViewMemory;
  } catch {
    return firstView;
  }
}
