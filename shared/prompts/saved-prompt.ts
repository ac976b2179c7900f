import { z } from 'zod';
import { longestPrompt } from '../request/request-checks.ts';
import { composeChoices, type ComposeChoices } from '../settings.ts';
import type { EpochMs, ImageId } from '../task.ts';
import { requestText } from '../request/request-schema.ts';
import { countLimits, savedPromptLimits } from '../input-limits.ts';
import { snippetWord } from './snippets.ts';

/** Model, sizes, qualities, more fields, references and, if the compose bar had one, how many. */
export type SavedChoices = Readonly<z.infer<typeof savedChoices>>;

const savedChoices = composeChoices.extend({ count: z.int().min(countLimits.min).max(countLimits.max).optional() });

/** A prompt, the settings of a request, or both, which the person keeps under a title. */
export interface SavedPrompt {
  /** Made by the window, so that undo brings a removed prompt back under the same id. */
  readonly id: number;
  /** Empty: in no folder. */
  readonly folder: string;
  readonly title: string;
  /** Empty: the settings alone. Using it leaves the text in the compose bar. */
  readonly prompt: string;
  /** Null: the text alone. */
  readonly choices: SavedChoices | null;
  /** The word that inserts the prompt after a slash. Unique, in lower case. */
  readonly snippet: string | null;
  /** The preview. Null: none, or its picture was removed. */
  readonly imageId: ImageId | null;
  readonly savedAt: EpochMs;
}

export const savedPromptId = z.int().min(1);

export const savedPrompt: z.ZodType<SavedPrompt> = z
  .strictObject({
    id: savedPromptId,
    folder: requestText.trim().max(savedPromptLimits.folder),
    title: requestText.trim().min(1).max(savedPromptLimits.title),
    prompt: requestText.trim().max(longestPrompt),
    choices: savedChoices.nullable(),
    snippet: z.string().regex(snippetWord).nullable(),
    imageId: z.int().min(1).nullable(),
    savedAt: z.int().min(0).max(8.64e15),
  })
  .refine(({ prompt, choices, snippet }) => prompt !== '' || (choices !== null && snippet === null));

/** A prompt of the history: the newest task that has this text. */
export interface PastPrompt {
  readonly prompt: string;
  readonly choices: ComposeChoices;
  readonly lastAt: EpochMs;
  /** A picture of the newest task of this prompt that has one. Null: none was found. */
  readonly imageId: ImageId | null;
}

export interface PastPrompts {
  /** All distinct, newest first. */
  readonly prompts: readonly PastPrompt[];
  /** Where the next page begins. Null: this is the last one. */
  readonly next: number | null;
}
