import { dialogs } from './dialogs.en.ts';
import { start } from './start.en.ts';

/** A thirtieth of the catalogue, because main reads it before it opens the window. */
export const early = { ...dialogs, ...start } as const;
