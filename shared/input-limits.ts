/** Limits of what a person enters and main checks. A limit of the window alone is beside what it limits. */

/** How many pictures one submission may ask for. */
export const countLimits = { min: 1, max: 100 } as const;

/** The most tasks in one batch. */
export const mostInBatch = 10_000;

/** Longest name of a batch, in characters. */
export const longestBatchName = 200;

/** Most saved prompts, and the longest texts of one in characters. */
export const savedPromptLimits = { prompts: 2_000, folder: 60, title: 120, snippet: 40 } as const;

/** The most models, sizes or qualities that the recipe of a batch names. */
export const mostRecipeValues = 100;

/** Most tasks whose positions are asked for at once. Each is looked up in the reader thread, where other questions wait meanwhile. */
export const mostLocatedTasks = 2000;
