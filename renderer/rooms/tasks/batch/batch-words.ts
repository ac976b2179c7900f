import { mostRecipeValues } from '../../../../shared/input-limits.ts';
import type { BatchProgress, BatchWithProgress, Recipe } from '../../../../shared/batch.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { endedIn } from '../../../stores/tasks/batch-pace.ts';
import type { Formats } from '../../../../shared/words/format.ts';

/** What a batch was made from: "Template · 2 models · seed 7". */
export function recipeWords(say: Words, { from, mode, seed, models, sizes, qualities, count = 1 }: Recipe, tasks: number): string {
  const several = (name: 'models' | 'sizes' | 'qualities', { length }: readonly string[] = []): string => {
    if (length <= 1) return '';
    // The batch may have more values than its recipe names.
    return say(length < mostRecipeValues ? `queue.made-of.${name}` : `queue.made-of.most-${name}`, { count: length });
  };
  return [
    say(`queue.made-of.${from}`),
    mode === 'random' && say('queue.made-of.random', { count: tasks }),
    mode === 'random' && seed !== undefined && say('queue.made-of.seed', { seed: String(seed) }),
    several('models', models),
    several('sizes', sizes),
    several('qualities', qualities),
    count > 1 && say(count === tasks ? 'queue.made-of.times-only' : 'queue.made-of.times', { count }),
  ]
    .filter(Boolean)
    .join(' · ');
}

const counted = ['made', 'running', 'queued', 'failed', 'empty', 'unknown', 'lost', 'withdrawn'] as const satisfies readonly (keyof BatchProgress)[];

/** "120 made · 3 in progress · 870 waiting". */
export function countWords(say: Words, progress: BatchProgress): string {
  return counted
    .filter((name) => progress[name] > 0)
    .map((name) => say(`queue.count.${name}`, { count: progress[name] }))
    .join(' · ');
}

/** Percent of the tasks that have ended. */
export const percentDone = ({ progress }: BatchWithProgress): number => (progress.tasks === 0 ? 0 : Math.floor((100 * (endedIn(progress) + progress.withdrawn)) / progress.tasks));

export function leftWords(say: Words, format: Formats, milliseconds: number): string {
  return milliseconds < 60_000 ? say('queue.left-short') : say('queue.left', { time: format.span(milliseconds) });
}
