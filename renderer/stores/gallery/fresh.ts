import type { Image, ImageId, TaskId } from '../../../shared/task.ts';

/** A picture that was kept while the window is open. It is in front of the view until the view is reopened. */
export interface FreshPicture {
  readonly imageId: ImageId;
  readonly taskId: TaskId;
  /** Among the pictures of its task. */
  readonly index: number;
  readonly width: number;
  readonly height: number;
  /** `marksOf` reads it. */
  readonly marks: number;
  /** Sequence number of the change in which main reported it. */
  readonly sequence: number;
  /** Other pictures of its task were kept earlier. */
  readonly late: boolean;
}

/** Null: the picture was not kept. */
export function freshPicture({ id, taskId, index, state }: Image, sequence: number, late: boolean): FreshPicture | null {
  if (state.status !== 'kept') return null;
  const { width, height } = state.file;
  return { imageId: id, taskId, index, width, height, marks: 0, sequence, late };
}

/** Adds pictures of one task, next to each other and in their order. Those of a task without fresh pictures go to the front. */
export function withTaskPictures(fresh: readonly FreshPicture[], pictures: readonly FreshPicture[]): readonly FreshPicture[] {
  const taskId = pictures[0]?.taskId;
  const first = fresh.findIndex((other) => other.taskId === taskId);
  const siblings = [...fresh.filter((other) => other.taskId === taskId), ...pictures].sort((a, b) => a.index - b.index);
  return fresh.filter((other) => other.taskId !== taskId).toSpliced(Math.max(first, 0), 0, ...siblings);
}
