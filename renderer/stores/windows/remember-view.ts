import type { ViewMemory } from '../../../shared/windows/view-memory.ts';
import { bridge } from '../../bridge.ts';
import { readPageMemory } from '../../frame/page-memory.ts';

let memory = readPageMemory();

/** How the window was left. Known before main answers anything. */
export const viewMemory = (): ViewMemory => memory;

/** Main keeps it for the next start, unless nothing has changed. */
export function remember(changed: Partial<ViewMemory>): void {
  const before = memory;
  memory = { ...memory, ...changed };
  if (JSON.stringify(memory) === JSON.stringify(before)) return;
  void bridge.appRemember(memory);
}
