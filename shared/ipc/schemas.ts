import { z } from 'zod';
import { arrangementSchema, openStacksSchema } from '../library/arrangement-schema.ts';
import { albumSchema } from '../library/album-schema.ts';
import { sheetLimits } from '../export/contact-sheet-choices.ts';
import { exportChoicesSchema, sheetChoicesSchema } from '../export/export-schema.ts';
import { mostAskedBatches, mostMatrixRows } from '../library/batch-matrix.ts';
import { markSchema } from '../library/mark-schemas.ts';
import { longestSearch, longestTag } from '../library/marks.ts';
import { longestPattern } from '../export/name-pattern.ts';
import { freeable } from '../library/statistics.ts';
import { beyondAnyView } from '../library/view.ts';
import { mirrorSecretChange, mirrorSecretText, mirrorSettingSchema } from '../mirror/mirror-setting.ts';
import { proxyPasswordChangeSchema, proxySettingSchema } from '../network/proxy.ts';
import { accountOptionsSchema, writtenPrice } from '../account-options-schema.ts';
import { recipeSchema } from '../batch.ts';
import { longestPricedValue, writtenValue } from '../money/price-fields.ts';
import { mostPriceRows, pricesPer } from '../money/price-table.ts';
import { isOwnField, longestFieldName } from '../request/request-fields.ts';
import { longestChoice, longestPrompt } from '../request/request-checks.ts';
import { savedPrompt, savedPromptId } from '../prompts/saved-prompt.ts';
import { requestExtras, requestText } from '../request/request-schema.ts';
import { countLimits, longestBatchName, mostInBatch, mostLocatedTasks, savedPromptLimits } from '../input-limits.ts';
import { isWebAddress, referenceLimits } from '../request/reference-checks.ts';
import { settingsSchema } from '../settings.ts';
import { isWildcardFile, longestWildcardFile, wildcardLimits } from '../templates/wildcard-files.ts';
import { viewMemorySchema, viewQuerySchema } from '../windows/view-memory-schema.ts';

/**
 * The input of every IPC call, by channel. Handlers see only what these let through; `z.strictObject`
 * refuses fields nobody asked for. Paths never travel: files are named by image id.
 */
const taskId = z.uuid();
/** What is done to several tasks at once. */
const taskIds = z.strictObject({ taskIds: z.array(taskId).min(1).max(10_000) });
const accountId = z.uuid();
const imageId = z.int().min(1);
const keeping = z.enum(['protected', 'session', 'unprotected']);
const name = z.string().trim().min(1).max(100);
const url = z.string().trim().min(1).max(2048);
const key = z.string().trim().min(1).max(4096);
const consoles = z.strictObject({ key: url.nullable(), billing: url.nullable() });
const remoteId = z.string().trim().min(1).max(10_240);

const search = z.string().max(1000);
const halfTyped = z.boolean().optional();
const token = z.int().min(1);
/** Of a step in main's memory. */
const undoToken = z.uuid();
const revision = z.int().min(0);
const mostLocated = 100;
const mostLabels = 500;
/** What is drawn at once, and some more: the rows of a view are never asked for all together. */
const mostRows = 1000;
const position = z.int().min(0).max(beyondAnyView);
const range = z.tuple([position, position]).refine(([first, end]) => end - first <= mostRows, { error: `at most ${mostRows} rows at once` });

const searchText = z.string().trim().min(1).max(longestSearch);
const savedSearch = z.int().min(1);
/** Texts of saved searches that change because a tag or an album has another name. */
const rewrittenSearches = z.array(z.strictObject({ from: searchText, to: searchText })).max(10_000);
/** Ascending ranges without overlaps, so that together they have no more positions than the view. */
const ranges = z
  .array(z.tuple([position, position]))
  .refine((all) => all.every(([first, end], at) => first <= end && (all[at - 1]?.[1] ?? 0) <= first), { error: 'ranges must ascend and must not overlap' });
/** Positions of a view, however many: they are ranges, and no row of theirs travels. */
const selection = z.strictObject({
  token: token.nullable(),
  revision,
  ranges: ranges.max(10_000),
  imageIds: z.array(imageId).max(10_000),
});
const tag = z.string().trim().min(1).max(longestTag);

const request = z
  .object({
    model: requestText.trim().max(longestChoice.model),
    prompt: requestText.trim().min(1).max(longestPrompt),
    size: requestText.trim().max(longestChoice.size),
    quality: requestText.trim().max(longestChoice.quality),
  })
  .and(requestExtras);

const wildcardFile = z.string().max(longestWildcardFile).refine(isWildcardFile);
const batchId = z.uuid();
const place = z.number().min(-1e15).max(1e15);

/** Further fields of a price, and their values. An empty name stands for the references. */
const pricedValues = z
  .record(
    z.string().max(longestFieldName).refine((field) => !isOwnField(field)),
    z.string().transform(writtenValue).pipe(z.string().min(1).max(longestPricedValue)),
  )
  .refine((values) => Object.keys(values).length <= 100)
  .default({});
const price = z.strictObject({
  model: requestText.trim().min(1).max(longestChoice.model),
  size: requestText.trim().max(longestChoice.size),
  quality: requestText.trim().max(longestChoice.quality),
  fields: pricedValues,
  per: z.enum(pricesPer).default('task'),
  amount: writtenPrice.nullable(),
});

const time = z.int().min(0).max(8.64e15);
const spendingQuery = z.strictObject({ accountIds: z.array(accountId).max(1000), from: time.nullable(), until: time });

export const inputSchemas = {
  'app:snapshot': z.undefined(),
  'app:take-opened': z.undefined(),
  'app:licences': z.undefined(),
  'app:open-chromium-licences': z.undefined(),
  'app:remember': viewMemorySchema,
  'tasks:submit': z.strictObject({ accountId, request, taskIds: z.array(taskId).min(1).max(countLimits.max), retryOf: taskId.nullable() }),
  'tasks:submit-batch': z.strictObject({
    batchId,
    accountId,
    name: requestText.trim().min(1).max(longestBatchName),
    recipe: recipeSchema,
    tasks: z.array(z.strictObject({ taskId, request, retryOf: taskId.nullable() })).min(1).max(mostInBatch),
  }),
  'tasks:edit': z.strictObject({ taskId, request }),
  'tasks:settle': z.strictObject({ costs: z.array(z.strictObject({ taskId, cost: writtenPrice.nullable() })).min(1).max(10_000) }),
  'tasks:prompts': z.strictObject({ limit: z.int().min(1).max(500) }),
  'tasks:detail': z.strictObject({ taskId }),
  'tasks:check': taskIds,
  'tasks:stop': taskIds,
  'tasks:withdraw': taskIds,
  'tasks:release': taskIds,
  'tasks:dismiss': taskIds,
  'tasks:candidates': z.strictObject({ taskId }),
  'tasks:look-up': z.strictObject({ accountId, remoteId }),
  // `anyway`: also if the service does not show a task with this id.
  'tasks:attach': z.strictObject({ taskId, remoteId, anyway: z.boolean() }),
  'tasks:detach': taskIds,
  'tasks:add-by-id': z.strictObject({ taskId, accountId, remoteId, prompt: requestText.trim().max(longestPrompt), anyway: z.boolean() }),
  'batches:hold': z.strictObject({ batchId, held: z.boolean() }),
  'batches:rename': z.strictObject({ batchId, name: requestText.trim().min(1).max(longestBatchName) }),
  // Another order: all of it, or none. Tasks that are no longer in the queue are left out.
  'queue:move': z.strictObject({ moves: z.array(z.union([z.strictObject({ taskId, place }), z.strictObject({ batchId, place })])).min(1).max(10_000) }),
  'matrix:among': z.strictObject({ batchIds: z.array(batchId).min(1).max(mostAskedBatches) }),
  'matrix:open': z.strictObject({ batchId, taskId: taskId.optional() }),
  'matrix:tasks': z.strictObject({ rows: z.array(z.int().min(1)).min(1).max(mostMatrixRows) }),
  'prices:set': z.strictObject({ accountId, rows: z.array(price).max(mostPriceRows) }),
  // Null: the person closed the dialog. Main reads the file, so no path travels.
  'prices:choose-file': z.undefined(),
  'prices:export': z.strictObject({ accountId }),
  'spending:spent': z.strictObject({ accountId }),
  'spending:sums': spendingQuery,
  'spending:export': spendingQuery,
  'spending:of-tasks': z.discriminatedUnion('of', [
    z.strictObject({ of: z.literal('view'), token, revision }),
    z.strictObject({ of: z.literal('pictures'), target: selection }),
    z.strictObject({ of: z.literal('tasks'), token, revision, ranges: ranges.min(1).max(100_000) }),
  ]),
  'statistics:days': z.undefined(),
  'statistics:pictures': z.strictObject({ year: z.int().min(0).max(9999).nullable() }),
  'statistics:disk': z.undefined(),
  'statistics:free': z.strictObject({ what: z.enum(freeable) }),
  'statistics:open-quarantine': z.undefined(),
  'library:open-gallery': z.strictObject({ search, halfTyped, arrangement: arrangementSchema.optional(), opened: openStacksSchema.optional() }),
  'library:open-history': viewQuerySchema.extend({ halfTyped }),
  'library:ready': z.strictObject({ token }),
  'library:advance': z.strictObject({ token, revision, opened: openStacksSchema.optional(), imageIds: z.array(imageId).max(mostLocated).optional(), without: z.array(imageId).max(10_000).optional(), taskIds: z.array(taskId).max(mostLocated).optional() }),
  'library:pictures': z.strictObject({ token, revision, range }),
  'library:tasks': z.strictObject({ token, revision, range }),
  'library:locate-picture': z.strictObject({ token, revision, imageId }),
  'library:locate-tasks': z.strictObject({ token, revision, taskIds: z.array(taskId).min(1).max(mostLocatedTasks) }),
  'library:folders': z.undefined(),
  'library:group-labels': z.strictObject({ token, revision, groups: z.array(z.int().min(0)).min(1).max(mostLabels) }),
  'library:compared': z.undefined(),
  'library:at-time': z.strictObject({ token, revision, time: z.int().min(0).max(0xffffffff) }),
  'library:lesser-copies': z.strictObject({ target: selection }),
  'marks:set': z.strictObject({ target: selection, mark: markSchema }),
  'marks:decide': z.strictObject({ picked: z.array(imageId).max(10_000), rejected: z.array(imageId).max(10_000) }),
  'marks:retag': z.strictObject({ from: z.array(tag).min(1).max(10_000), to: tag.nullable(), searches: rewrittenSearches }),
  'marks:cancel': z.undefined(),
  'marks:of': z.strictObject({ imageId }),
  'marks:tags': z.undefined(),
  'marks:in-trash': z.undefined(),
  'marks:empty-trash': z.undefined(),
  // Fixes the pictures for `names`, `begin` and `contact-sheet`, because positions of the view may mean other pictures by then.
  'export:choose': z.strictObject({ target: selection }),
  'export:begin': z.strictObject({ choices: exportChoicesSchema }),
  'export:contact-sheet': z.strictObject({ title: z.string().trim().min(1).max(sheetLimits.title), choices: sheetChoicesSchema }),
  'export:names': z.strictObject({ names: z.string().max(longestPattern), format: exportChoicesSchema.shape.format }),
  'export:stop': z.undefined(),
  'export:resume': z.undefined(),
  'export:dismiss': z.undefined(),
  'export:left-out': z.undefined(),
  'export:open-folder': z.undefined(),
  'export:reveal': z.strictObject({ target: selection }),
  'import:choose': z.strictObject({ what: z.enum(['folder', 'pictures']) }),
  'import:pause': z.undefined(),
  'import:resume': z.undefined(),
  'import:cancel': z.undefined(),
  'import:dismiss': z.undefined(),
  'import:skipped': z.undefined(),
  'prompts:list': z.undefined(),
  // Adds them, or changes those with the same ids: all, or none.
  'prompts:put': z.strictObject({ prompts: z.array(savedPrompt).min(1).max(savedPromptLimits.prompts) }),
  'prompts:remove': z.strictObject({ ids: z.array(savedPromptId).min(1).max(savedPromptLimits.prompts) }),
  'prompts:save-file': request,
  // `from`: the `next` of the page before.
  'prompts:history': z.strictObject({ search, from: z.int().min(0).max(2 ** 31) }),
  'prompts:pictures': z.strictObject({ prompt: requestText.max(longestPrompt) }),
  // Bytes of pictures that were pasted or dropped. Those that are too large are refused with a sentence.
  'references:keep': z.strictObject({
    pictures: z.array(z.strictObject({ name: z.string().max(1000), bytes: z.instanceof(Uint8Array) })).min(1).max(referenceLimits.count),
  }),
  'references:choose': z.undefined(),
  'references:from-pictures': z.strictObject({ target: selection }),
  'references:reveal': z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  'references:open-address': z.strictObject({ url: z.string().refine(isWebAddress) }),
  'searches:list': z.undefined(),
  'searches:save': z.strictObject({ name, query: searchText }),
  'searches:rename': z.strictObject({ id: savedSearch, name }),
  'searches:remove': z.strictObject({ id: savedSearch }),
  'albums:list': z.undefined(),
  // Adds an album, or changes the one with this id.
  'albums:put': z.strictObject({ album: albumSchema, searches: rewrittenSearches.optional() }),
  'albums:remove': z.strictObject({ albumId: z.uuid() }),
  'albums:counts': z.undefined(),
  'albums:arrange': z.strictObject({
    entries: z
      .array(z.union([z.strictObject({ kind: z.literal('album'), id: z.uuid(), place, pinned: z.boolean() }), z.strictObject({ kind: z.literal('search'), id: savedSearch, place: place.nullable(), pinned: z.boolean() })]))
      .min(1)
      .max(10_000),
  }),
  // `to` is a position of the view, which shows the album in its own order. The length of the view means the end.
  'albums:move': z.strictObject({ albumId: z.uuid(), token, revision, target: selection, to: position }),
  // `agreed`: the person said yes to what the call before asked.
  'undo:run': z.strictObject({ token: undoToken, what: z.enum(['undo', 'redo']), agreed: z.boolean() }),
  'images:describe': z.strictObject({ imageIds: z.array(imageId).min(1).max(500) }),
  'images:absent': z.strictObject({ imageIds: z.array(imageId).min(1).max(500) }),
  'images:look-for-missing': z.undefined(),
  'images:copy': z.strictObject({ imageId }),
  'images:copy-files': z.strictObject({ target: selection, as: z.enum(['files', 'paths']) }),
  'images:open': z.strictObject({ imageId }),
  // The page cannot name a program. `choose`: asks for one first, also if none was chosen before.
  'images:open-with': z.strictObject({ imageId, choose: z.boolean() }),
  'images:reveal': z.strictObject({ imageId }),
  'images:drag': z.strictObject({ target: selection }),
  // `left`: pictures that were on screen and are no more; their thumbnails need not be made any more.
  'thumbnails:in-sight': z.strictObject({ imageIds: z.array(imageId).max(2000), left: z.array(imageId).max(5000) }),
  'thumbnails:try-again': z.strictObject({ imageId }),
  'settings:update': settingsSchema.omit({ proxy: true, openWith: true, mirror: true }).partial(),
  'settings:set-proxy': z.strictObject({ proxy: proxySettingSchema, password: proxyPasswordChangeSchema }),
  'settings:proxy-password': z.undefined(),
  'mirror:set': z.strictObject({ mirror: mirrorSettingSchema.nullable(), secret: mirrorSecretChange }),
  'mirror:secret': z.undefined(),
  // Of a form that is not saved. Without a secret, the stored one is used if it was given for the same address.
  'mirror:test': z.strictObject({ mirror: mirrorSettingSchema, secret: mirrorSecretText.nullable() }),
  'mirror:begin': z.undefined(),
  'mirror:stop': z.undefined(),
  'folders:choose-library': z.undefined(),
  'folders:open-library': z.undefined(),
  'folders:choose-wildcard': z.undefined(),
  'wildcards:folder': z.strictObject({ known: z.string().max(100).nullable() }),
  'wildcards:read': z.strictObject({ file: wildcardFile }),
  'wildcards:save': z.strictObject({ file: wildcardFile, text: z.string().max(wildcardLimits.file), version: z.string().max(200).nullable() }),
  'wildcards:rename': z.strictObject({ file: wildcardFile, to: wildcardFile }),
  'wildcards:remove': z.strictObject({ file: wildcardFile }),
  'windows:set': z.strictObject({ fullScreen: z.boolean().optional(), second: z.boolean().optional() }),
  'windows:show': z.strictObject({ imageId, name: z.string().max(1000) }),
  'ledger:export': z.strictObject({ format: z.enum(['csv', 'json']), of: z.strictObject({ token, revision, ranges: ranges.min(1).max(100_000) }).optional() }),
  'diagnostics:save': z.strictObject({ prompts: z.boolean() }),
  'diagnostics:cancel': z.undefined(),
  'command:state': z.undefined(),
  'command:install': z.undefined(),
  'command:remove': z.undefined(),
  'updates:check': z.undefined(),
  'updates:restart': z.undefined(),
  'updates:open-page': z.undefined(),
  'updates:news-told': z.undefined(),
  // `select` false: the pictures still go to the account selected before.
  'accounts:add': z.strictObject({ name, baseUrl: url, key, keeping, consoles: consoles.optional(), select: z.boolean().optional() }),
  // The person has confirmed the first submission with this account.
  'accounts:confirm': z.strictObject({ accountId }),
  'accounts:rename': z.strictObject({ accountId, name }),
  'accounts:replace-key': z.strictObject({ accountId, key, keeping }),
  'accounts:forget-key': z.strictObject({ accountId }),
  'accounts:change-address': z.strictObject({ accountId, baseUrl: url, key, keeping }),
  'accounts:set-consoles': z.strictObject({ accountId, consoles }),
  'accounts:set-options': z.strictObject({ accountId, options: accountOptionsSchema }),
  'accounts:open-console': z.strictObject({ accountId, which: z.enum(['key', 'billing']) }),
  'accounts:removal-facts': z.strictObject({ accountId }),
  'accounts:remove': z.strictObject({ accountId }),
  'accounts:select': z.strictObject({ accountId }),
  'accounts:resume-sending': z.strictObject({ accountId }),
  'accounts:test': z.strictObject({ accountId }),
  'accounts:test-new': z.strictObject({ baseUrl: url, key }),
  'accounts:keep-environment-key': z.strictObject({ name, baseUrl: url, keeping, consoles: consoles.optional() }),
  'accounts:decline-environment-key': z.undefined(),
  'assistant:allowance': z.undefined(),
} as const;

/** Absolute paths of dropped files. The preload reads them from the event, and no function of the page takes a path. */
export const droppedSchema = z.array(z.string().min(1).max(32_768)).min(1).max(10_000);

export type Channel = keyof typeof inputSchemas;
export type Input<C extends Channel> = z.infer<(typeof inputSchemas)[C]>;
