import { z } from 'zod';
import type { OpenStacksMemory } from '../windows/view-memory.ts';
import { mostExcept, pictureGroups, pictureSorts, pictureStacks, type Arrangement, type OpenStacks } from './arrangement.ts';

export const arrangementSchema: z.ZodType<Arrangement> = z.strictObject({
  by: z.enum(pictureSorts),
  descending: z.boolean(),
  seed: z.int().min(0).max(0xffffffff),
  stack: z.enum(pictureStacks).nullable(),
  group: z.enum(pictureGroups).nullable(),
});

const openStacks = z.strictObject({ all: z.boolean(), except: z.array(z.int()).max(mostExcept) });
export const openStacksSchema: z.ZodType<OpenStacks> = openStacks;
export const openStacksMemorySchema: z.ZodType<OpenStacksMemory> = openStacks.extend({ stack: z.enum(pictureStacks).nullable(), open: z.boolean() });
