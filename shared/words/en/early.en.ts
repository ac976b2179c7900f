import { dialogs } from './dialogs.en.ts';
import { frame } from './frame.en.ts';
import { start } from './start.en.ts';

/** What main shows with little of its code. It is small, because main reads it before it opens the window. */
export const early = { ...dialogs, ...frame, ...start } as const;
