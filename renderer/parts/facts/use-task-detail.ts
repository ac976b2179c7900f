import { useEffect, useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { TaskDetail } from '../../../shared/ipc/api.ts';
import type { TaskId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';

interface Detail {
  /** The task that it belongs to. */
  readonly of: TaskId | null;
  /** Null until main has answered. */
  readonly detail: TaskDetail | null;
  readonly error: AppError | null;
}

const nothing: Detail = { of: null, detail: null, error: null };

/** Everything that main knows about a task, kept up to date. */
export function useTaskDetail(taskId: TaskId | null): Detail {
  const [state, setState] = useState<Detail>(nothing);
  useEffect(() => {
    if (taskId === null) return;
    let latestCall = 0;
    const load = async (): Promise<void> => {
      latestCall += 1;
      const call = latestCall;
      const answer = await bridge.tasksDetail({ taskId });
      if (call !== latestCall) return;
      setState((before) => (answer.ok ? { of: taskId, detail: answer.value, error: null } : { ...(before.of === taskId ? before : nothing), of: taskId, error: answer.error }));
    };
    const unsubscribe = bridge.onChanges(({ changes }) => {
      if (changes.some((change) => change.kind === 'task' && change.task.task.id === taskId)) void load();
    });
    void load();
    return () => {
      latestCall = -1;
      unsubscribe();
    };
  }, [taskId]);
  return state.of === taskId ? state : nothing;
}
