import { z } from 'zod';
import { writtenPrice } from '../account-options-schema.ts';
import type { AssistantOutcome, AssistantQuote } from '../assistant-quote.ts';
import { mostInCall, requestIdLimits } from '../assistants.ts';
import type { ExportProgress, LeftOutPicture } from '../export/export.ts';
import type { ImportProgress, SkippedFile } from '../library/import.ts';
import { beyondAnyView } from '../library/view.ts';
import { mirrorSecretText, mirrorSettingSchema } from '../mirror/mirror-setting.ts';
import type { MirroredStates, MirrorState } from '../mirror/mirror-state.ts';
import { referenceLimits } from '../request/reference-checks.ts';
import { longestChoice, longestPrompt } from '../request/request-checks.ts';
import { requestText } from '../request/request-schema.ts';
import type { PictureReference, TaskWithImages } from '../task.ts';
import type { ImageInfo, Notice, Outputs } from './api.ts';
import { inputSchemas, type Channel, type Input } from './schemas.ts';

/**
 * What only other programs of the same user call, such as the command line: over the socket, or in the process that runs the engine. The window has no
 * function for these channels, because their inputs name paths (electron/socket/open-channels.ts lists everything that programs may call).
 */

/** A program has a working folder of its own, so that it sends absolute paths only. `isAbsolute` of both kinds of systems. */
const absolute = z
  .string()
  .max(32_768)
  .refine((path) => (path.startsWith('/') || /^([a-z]:[\\/]|\\\\)/i.test(path)) && !path.includes('\0'), { error: 'a path must be absolute' });
const search = z.string().max(1000);
const from = z.int().min(0).max(beyondAnyView);
const limit = z.int().min(1).max(500);

/** A request of an assistant. Null as account: the one that assistants may use. */
const assistantRequest = {
  accountId: z.uuid().nullable(),
  request: z.strictObject({
    model: requestText.trim().max(longestChoice.model),
    prompt: requestText.trim().min(1).max(longestPrompt),
    size: requestText.trim().max(longestChoice.size),
    quality: requestText.trim().max(longestChoice.quality),
  }),
  count: z.int().min(1).max(mostInCall),
};

export const programSchemas = {
  'programs:pictures': z.strictObject({ search, from, limit }),
  'programs:tasks': z.strictObject({ search, from, limit }),
  'programs:files': z.strictObject({ imageIds: z.array(z.int().min(1)).min(1).max(500) }),
  'programs:export': z.strictObject({ search, to: absolute, into: z.enum(['folder', 'zip']) }),
  'programs:import': z.strictObject({ paths: z.array(absolute).min(1).max(10_000) }),
  'programs:keep-references': z.strictObject({ paths: z.array(absolute).min(1).max(referenceLimits.count) }),
  'programs:health': z.undefined(),
  // Null: the bucket of the settings, or its stored secret. A secret is for this run alone.
  'programs:mirror': z.strictObject({ mirror: mirrorSettingSchema.nullable(), secret: mirrorSecretText.nullable(), sessionToken: z.string().min(1).max(16_384).nullable(), check: z.boolean() }),
  'programs:mirrored': z.strictObject({ mirror: mirrorSettingSchema.nullable(), secret: mirrorSecretText.nullable(), sessionToken: z.string().min(1).max(16_384).nullable() }),
  // For this run alone. What is stored of the account's key stays as it is.
  'programs:use-key': z.strictObject({ accountId: z.uuid(), key: z.string().trim().min(1).max(4096) }),
  'assistant:quote': z.strictObject(assistantRequest),
  // `beyond`: what happens to a request that the budget does not allow. `hold`: it waits for the person in the window. `agreed`: the person said yes to this price in the assistant's app.
  'assistant:submit': z.strictObject({
    ...assistantRequest,
    requestId: z.string().min(requestIdLimits.min).max(requestIdLimits.max),
    beyond: z.union([z.enum(['refuse', 'hold']), z.strictObject({ agreed: writtenPrice })]),
  }),
  'assistant:picture': z.strictObject({ imageId: z.int().min(1) }),
} as const;

/** A kept picture with its task. */
export interface FoundPicture extends ImageInfo {
  /** Absolute path. Null: it is not where the library has it, or not reachable. */
  readonly file: string | null;
}

/** What is wrong with a profile, or may be. */
export interface Health {
  /** What a check of the whole database found. Empty: it is sound. */
  readonly databaseFaults: readonly string[];
  /** Whether a keyring protects new keys. */
  readonly protectsKeys: boolean;
  readonly library: { readonly folder: string; readonly isWritable: boolean; readonly freeBytes: number | null };
  /** Free bytes of the disk with the profile. Null: the system does not say. */
  readonly freeBytes: number | null;
  readonly notices: readonly Notice[];
}

export interface ProgramOutputs {
  /**
   * Pictures of the library that match a search, newest first, from a position on. No view is opened, so that nothing takes the place of what the window shows.
   * A picture that comes between two calls shifts the positions.
   */
  'programs:pictures': { readonly total: number; readonly pictures: readonly FoundPicture[] };
  /** The same of tasks. Those of unknown outcome come first. */
  'programs:tasks': { readonly total: number; readonly tasks: readonly TaskWithImages[] };
  /** Absolute paths of kept pictures, in their order. Null: it is not where the library has it, or not reachable. */
  'programs:files': readonly (string | null)[];
  /** Copies the pictures of a search, and answers when it has ended or stopped. Rejects with `export-under-way`, and with `file-exists` for a ZIP file that is there. */
  'programs:export': { readonly progress: ExportProgress; readonly leftOut: readonly LeftOutPicture[] };
  /** Imports files and folders, and answers when the import has ended or is paused. Null: none of the paths is a file or folder outside the library. */
  'programs:import': { readonly progress: ImportProgress; readonly skipped: readonly SkippedFile[] } | null;
  /** Copies pictures into the library, so that they can be sent whenever it is. In their order. */
  'programs:keep-references': readonly PictureReference[];
  'programs:health': Health;
  /** Mirrors the library, and answers when that has ended. Rejects with `mirror-not-set`, `mirror-no-secret` and `mirror-under-way`. */
  'programs:mirror': MirrorState;
  'programs:mirrored': MirroredStates;
  'programs:use-key': void;
  'assistant:quote': AssistantQuote;
  /** Rejects with `assistant-account`, or with `request-id-used` if the id is that of another request. */
  'assistant:submit': AssistantOutcome;
  /** `thumbnail`: null if there is none, because only a Latent with a window makes them. Rejects with `not-found` if it is no kept picture. */
  'assistant:picture': FoundPicture & { readonly thumbnail: { readonly type: string; readonly base64: string } | null };
}

export type ProgramChannel = keyof typeof programSchemas;
/** Every channel: of the window, and of other programs. */
export type AnyChannel = Channel | ProgramChannel;
export type AnyInput<C extends AnyChannel> = C extends Channel ? Input<C> : C extends ProgramChannel ? z.infer<(typeof programSchemas)[C]> : never;
export type AnyOutputs = Outputs & ProgramOutputs;

export const anySchemas = { ...inputSchemas, ...programSchemas };
