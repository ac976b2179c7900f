import { mostExcept, noneOpen, type OpenStacks, type PictureStack } from '../../../shared/library/arrangement.ts';

/** The stacks that are open in the gallery. */
let opened: OpenStacks = noneOpen;
let begun: { readonly stack: PictureStack | null; readonly open: boolean } = { stack: null, open: false };

/** Opens or closes all stacks before the gallery shows stacks of another kind. */
export function beginStacks(stack: PictureStack | null, open: boolean): void {
  if (stack === begun.stack && open === begun.open) return;
  begun = { stack, open };
  switchAllStacks(open);
}

export const openStacks = (): OpenStacks => opened;

/** Opens or closes one stack. */
export function switchStack(key: number): void {
  const { all, except } = opened;
  opened = { all, except: except.includes(key) ? except.filter((other) => other !== key) : [...except.slice(1 - mostExcept), key] };
}

export function switchAllStacks(all: boolean): void {
  opened = { all, except: [] };
}
