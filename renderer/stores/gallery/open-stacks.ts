import { mostExcept, noneOpen, type OpenStacks } from '../../../shared/library/arrangement.ts';

/** The stacks that are open in the gallery. In a new window, all are closed. */
let opened: OpenStacks = noneOpen;

export const openStacks = (): OpenStacks => opened;

/** Opens or closes one stack. */
export function switchStack(key: number): void {
  const { all, except } = opened;
  opened = { all, except: except.includes(key) ? except.filter((other) => other !== key) : [...except.slice(1 - mostExcept), key] };
}

export function switchAllStacks(all: boolean): void {
  opened = { all, except: [] };
}
