import { create } from 'zustand';
import { isAtHead, type Image, type Task, type TaskId, type TaskWithImages } from '../../shared/task.ts';

export type Tasks = ReadonlyMap<TaskId, TaskWithImages>;

/** Tasks that are in progress, or that ended in a way that the person has not hidden yet. */
export const useTasks = create<{ readonly tasks: Tasks }>(() => ({ tasks: new Map() }));

export function openTasks(head: readonly TaskWithImages[]): void {
  useTasks.setState({ tasks: new Map(head.map((entry) => [entry.task.id, entry])) });
}

/** Main's newest state of several tasks. */
export function withTasks(before: Tasks, entries: readonly TaskWithImages[]): Tasks {
  const tasks = new Map(before);
  for (const entry of entries) {
    if (isAtHead(entry)) tasks.set(entry.task.id, entry);
    else tasks.delete(entry.task.id);
  }
  return tasks;
}

/** A picture was kept. Its task's own change comes before, after or with it. */
export function withKeptImage(before: Tasks, image: Image): Tasks {
  const entry = before.get(image.taskId);
  if (!entry) return before;
  const images = [...entry.images.filter(({ id }) => id !== image.id), image].sort((a, b) => a.index - b.index);
  return withTasks(before, [{ task: entry.task, images }]);
}

/** Shows tasks at the moment of the click, while they are being sent to main. */
export function expectTasks(expected: readonly Task[]): void {
  useTasks.setState(({ tasks }) => ({ tasks: withTasks(tasks, expected.filter(({ id }) => !tasks.has(id)).map((task) => ({ task, images: [] }))) }));
}

/** Removes expected tasks that main did not take. */
export function forgetTasks(ids: readonly TaskId[]): void {
  useTasks.setState(({ tasks }) => {
    const forgotten = new Set(ids);
    return { tasks: new Map([...tasks].filter(([id]) => !forgotten.has(id))) };
  });
}

/** From this many tasks on, what looks at all of them is updated less often. */
const many = 1_000;
/** Milliseconds between two such updates. */
const interval = 250;

interface ThrottledTasks {
  readonly tasks: Tasks;
  /** How many were not sent yet. */
  readonly waiting: number;
}

/** The same for what looks at all tasks: if there are thousands, it changes a few times a second instead of at every frame. */
export const useThrottledTasks = create<ThrottledTasks>(() => ({ tasks: new Map(), waiting: 0 }));

let timer: ReturnType<typeof setTimeout> | undefined;
let updatedAt = -Infinity;

useTasks.subscribe(({ tasks }) => {
  const wait = tasks.size < many ? 0 : updatedAt + interval - performance.now();
  if (wait <= 0) updateThrottled();
  else timer ??= setTimeout(updateThrottled, wait);
});

function updateThrottled(): void {
  clearTimeout(timer);
  timer = undefined;
  updatedAt = performance.now();
  const { tasks } = useTasks.getState();
  let waiting = 0;
  for (const { task } of tasks.values()) if (task.state.status === 'queued') waiting += 1;
  useThrottledTasks.setState({ tasks, waiting });
}
