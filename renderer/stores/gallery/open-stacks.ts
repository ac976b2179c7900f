import { mostExcept, type OpenStacks, type PictureStack } from '../../../shared/library/arrangement.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { OpenStacksMemory } from '../../../shared/view-memory.ts';
import { remember, viewMemory } from '../view-memory.ts';

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

/** Opens or closes the stack of a picture. */
export function switchStack(imageId: ImageId): void {
  const { except } = viewMemory().openStacks;
  keep({ except: except.includes(imageId) ? except.filter((other) => other !== imageId) : [...except.slice(1 - mostExcept), imageId] });
}

export function switchAllStacks(all: boolean): void {
  keep({ all, except: [] });
}

const keep = (changed: Partial<OpenStacksMemory>): void => remember({ openStacks: { ...viewMemory().openStacks, ...changed } });
