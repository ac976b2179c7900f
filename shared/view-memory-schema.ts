import { z } from 'zod';
import { cellSizes, type ViewMemory } from './view-memory.ts';

const position = z.int().min(0).max(0xffffffff);

export const viewMemorySchema: z.ZodType<ViewMemory> = z.strictObject({
  inspectorOpen: z.boolean(),
  cellSize: z.int().min(cellSizes.smallest).max(cellSizes.largest),
  sheetLayout: z.enum(['square', 'justified']),
  search: z.string().max(1000),
  anchor: z.strictObject({ imageId: z.int().min(1), position, savedAt: position, offset: z.number() }).nullable(),
});
