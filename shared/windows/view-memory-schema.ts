import { z } from 'zod';
import { arrangementSchema, openStacksMemorySchema } from '../library/arrangement-schema.ts';
import { longestAlbumName } from '../library/albums.ts';
import { taskSorts } from '../library/view.ts';
import { longestPrompt } from '../request/request-checks.ts';
import { composeChoices } from '../settings.ts';
import { cellSizes, firstView, grounds, longestEntryKey, mostArrangements, mostRecentAlbums, mostRecentEntries, mostRecentSearches, mostShown, slideTimes, zoomSteps, type ViewMemory } from './view-memory.ts';

const position = z.int().min(0).max(0xffffffff);
const search = z.string().max(1000);

export const viewQuerySchema = z.strictObject({ search, sort: z.strictObject({ by: z.enum(taskSorts), descending: z.boolean() }) });

const box = z.tuple([z.number(), z.number(), z.number().min(0), z.number().min(0)]);
const firstScreenSchema = z.strictObject({
  width: z.int().min(0),
  height: z.int().min(0),
  sheet: box,
  pictures: z.array(z.strictObject({ imageId: z.int().min(1), box, opacity: z.number().min(0).max(1) })).max(mostShown),
});

/** Each field of ViewMemory. */
export const viewMemoryFields = {
  sidebarOpen: z.boolean(),
  zoom: z.int().refine((zoom) => zoomSteps.includes(zoom)),
  inspectorOpen: z.boolean(),
  stripOpen: z.boolean(),
  cellSize: z.int().min(cellSizes.smallest).max(cellSizes.largest),
  sheetLayout: z.enum(['square', 'justified']),
  ground: z.enum(grounds).catch('dark'),
  slideSeconds: z.int().refine((seconds) => slideTimes.includes(seconds)).catch(5),
  search,
  // An unreadable arrangement of another version is dropped without losing the rest.
  arrangements: z.array(z.strictObject({ place: search, arrangement: arrangementSchema })).max(mostArrangements).catch([]),
  openStacks: openStacksMemorySchema.catch(firstView.openStacks),
  anchor: z.strictObject({ imageId: z.int().min(1), position, savedAt: position, offset: z.number() }).nullable(),
  history: z.strictObject({
    query: viewQuerySchema,
    anchor: z.strictObject({ taskId: z.uuid(), query: viewQuerySchema, position, offset: z.number() }).nullable(),
  }),
  recentSearches: z.array(search).max(mostRecentSearches),
  recentAlbums: z.array(z.uuid()).max(mostRecentAlbums),
  // Files of versions before 1.1 have neither of the next two.
  recentEntries: z.array(z.string().max(longestEntryKey)).max(mostRecentEntries).catch([]),
  tagsOpen: z.boolean().catch(true),
  draft: z.string().max(longestPrompt),
  takesNew: z.string().max(longestAlbumName).nullable().catch(null),
  composeRest: z.number().min(0).max(1_000).nullable().catch(firstView.composeRest),
  firstScreen: firstScreenSchema.nullable().catch(null),
  // Choices that no longer fit take nothing else with them.
  draftChoices: z.strictObject({ accountId: z.uuid(), choices: composeChoices }).nullable().catch(null),
};

export const viewMemorySchema: z.ZodType<ViewMemory> = z.strictObject(viewMemoryFields);
