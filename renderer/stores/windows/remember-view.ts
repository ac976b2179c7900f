import { firstView, type ViewMemory } from '../../../shared/windows/view-memory.ts';
import { bridge } from '../../bridge.ts';

let memory = readPage();

/** How the window was left. Known before main answers anything. */
export const viewMemory = (): ViewMemory => memory;

/** Main keeps it for the next start, unless nothing has changed. */
export function remember(changed: Partial<ViewMemory>): void {
  const before = memory;
  memory = { ...memory, ...changed };
  if (JSON.stringify(memory) === JSON.stringify(before)) return;
  void bridge.appRemember(memory);
}

/** Main writes it into the page that it serves. */
function readPage(): ViewMemory {
  try {
    return JSON.parse(document.querySelector('meta[name="view-memory"]')?.getAttribute('content') ?? '') as ViewMemory;
  } catch {
    return firstView;
  }
}
