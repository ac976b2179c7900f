import { z } from 'zod';
import { longestPrompt } from '../request/request-checks.ts';
import { composeChoices, type ComposeChoices } from '../settings.ts';
import type { EpochMs, ImageId } from '../task.ts';
import { requestText } from '../request/request-schema.ts';
import { savedPromptLimits } from '../input-limits.ts';
import { snippetWord } from './snippets.ts';

/** A prompt that the person keeps under a title. */
export interface SavedPrompt {
  /** Made by the window, so that undo brings a removed prompt back under the same id. */
  readonly id: number;
  /** Empty: in no folder. */
  readonly folder: string;
  readonly title: string;
  readonly prompt: string;
  /** Model, sizes, qualities and more fields. Null: the text alone. */
  readonly choices: ComposeChoices | null;
  /** The word that inserts the prompt after a slash. Unique, in lower case. */
  readonly snippet: string | null;
  /** The preview. Null: none, or its picture was removed. */
  readonly imageId: ImageId | null;
  readonly savedAt: EpochMs;
}

export const savedPromptId = z.int().min(1);

export const savedPrompt: z.ZodType<SavedPrompt> = z.strictObject({
  id: savedPromptId,
  folder: requestText.trim().max(savedPromptLimits.folder),
  title: requestText.trim().min(1).max(savedPromptLimits.title),
  prompt: requestText.trim().min(1).max(longestPrompt),
  choices: composeChoices.nullable(),
  snippet: z.string().regex(snippetWord).nullable(),
  imageId: z.int().min(1).nullable(),
  savedAt: z.int().min(0).max(8.64e15),
});

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
