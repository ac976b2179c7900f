import type { EpochMs, Task } from '../../../shared/task.ts';
import { developed } from './latent-image.ts';

/** How far the latent image of a task has come up, 0 to 1. */
export function progressOf(task: Task, now: EpochMs): number {
  if (task.state.status === 'completed') return 1;
  if (task.acceptedAt === null) return 0;
  return developed({ told: task.facts.progress, age: now - task.acceptedAt, estimatedSeconds: task.facts.estimatedSeconds });
}
