import { nothing, type Ranges } from './ranges.ts';

/** No cells are selected together. */
export const nothingMarked: Ranges = nothing;
