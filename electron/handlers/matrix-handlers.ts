import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function matrixHandlers({ views, engine }: HandlerServices): HandlersOf<'matrix'> {
  return {
    'matrix:among': ({ batchIds }) => views.matrices(batchIds),
    'matrix:open': ({ batchId, taskId }) => views.matrix(batchId, taskId),
    async 'matrix:tasks'({ rows }) {
      const read = await views.matrixTasks(rows);
      return { ...read, tasks: engine.latest(read.tasks) };
    },
  };
}
