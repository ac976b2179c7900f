import type { PastPrompts, SavedPrompt } from '../../../../shared/prompts/saved-prompt.ts';
import type { ImageId } from '../../../../shared/task.ts';

/** Writes saved prompts. */
export interface SavedPromptStore {
  /** Adds these prompts, or changes those with the same ids. Not `saved`: nothing was changed. A preview that is not a kept picture is left out. */
  putPrompts(prompts: readonly SavedPrompt[]): Promise<PutPrompts>;
  removePrompts(ids: readonly number[]): Promise<void>;
}

export type PutPrompts = 'saved' | 'too-many-prompts' | 'snippet-taken';

/** Reads saved prompts, and the prompts of all submissions. */
export interface PromptReader {
  /** All saved prompts, sorted by folder and title, or those with these ids. Includes every write that was answered before the call. */
  savedPrompts(ids?: readonly number[]): Promise<readonly SavedPrompt[]>;
  /**
   * Distinct prompts of the tasks that match a search, newest first. Takes less than a tenth of a second, so a page may have few prompts even if more follow.
   * @param from the `next` of the previous page; 0 for the first page
   * @returns null if a newer call replaced this one
   */
  pastPrompts(search: string, from: number): Promise<PastPrompts | null>;
  /** Pictures of recent tasks with exactly this prompt, newest first. */
  picturesOfPrompt(prompt: string): Promise<readonly ImageId[]>;
}
