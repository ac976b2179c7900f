import type { Change } from '../../../../shared/ipc/api.ts';
import type { TaskId, TaskWithImages } from '../../../../shared/task.ts';
import { mcpWordsFor, type McpWords } from '../../../../shared/words/mcp-words.ts';
import type { Access } from '../access.ts';
import { FollowedTasks } from '../followed-tasks.ts';

/** What the tools of one assistant work with. */
export interface AssistantSession {
  readonly say: McpWords;
  readonly call: Access['call'];
  /** Milliseconds that `generate` waits for its pictures. */
  readonly patience: number;
  /** Resolves to the tasks once nothing happens to them by itself, or when the patience ends or the signal is aborted. `told` is called with each state of each. */
  settled(ids: readonly TaskId[], signal: AbortSignal, told: (task: TaskWithImages) => void): Promise<readonly TaskWithImages[]>;
}

/** A session, and what hears of the changes for it. @param access not needed before the first call of a tool */
export function createAssistantSession(access: Promise<Access>, patience: number): { readonly session: AssistantSession; readonly changed: (change: Change) => void } {
  const followed = new Set<FollowedTasks>();
  return {
    changed: (change) => followed.forEach((each) => each.take(change)),
    session: {
      say: mcpWordsFor(Intl.DateTimeFormat().resolvedOptions().locale),
      call: async (channel, input) => (await access).call(channel, input),
      patience,
      async settled(ids, signal, told) {
        const tasks = new FollowedTasks();
        followed.add(tasks);
        try {
          return await tasks.untilSettled(await access, ids, AbortSignal.any([signal, AbortSignal.timeout(patience)]), told);
        } finally {
          followed.delete(tasks);
        }
      },
    },
  };
}
