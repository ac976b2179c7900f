import { mostExcept, type OpenStacks, type PictureStack } from '../../../shared/library/arrangement.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { OpenStacksMemory } from '../../../shared/windows/view-memory.ts';
import { remember, viewMemory } from '../windows/remember-view.ts';

/** Opens or closes all stacks before the gallery shows stacks of another kind. */
export function beginStacks(stack: PictureStack | null, open: boolean): void {
  const { openStacks: begun } = viewMemory();
  if (stack !== begun.stack || open !== begun.open) keep({ stack, open, all: open, except: [] });
}

/** The stacks that are open in the gallery, also after the next start. */
export function openStacks(): OpenStacks {
  const { all, except } = viewMemory().openStacks;
  return { all, except };
}

/** Opens or closes a stack. @param shown its top, and its other pictures if it is open. Two of them in the list would cancel out. */
export function switchStack(shown: readonly ImageId[]): void {
  const { except } = viewMemory().openStacks;
  const others = except.filter((id) => !shown.includes(id));
  const wasSwitched = (except.length - others.length) % 2 === 1;
  keep({ except: wasSwitched ? others : [...others.slice(1 - mostExcept), ...shown.slice(0, 1)] });
}

export function switchAllStacks(all: boolean): void {
  keep({ all, except: [] });
}

const keep = (changed: Partial<OpenStacksMemory>): void => remember({ openStacks: { ...viewMemory().openStacks, ...changed } });
