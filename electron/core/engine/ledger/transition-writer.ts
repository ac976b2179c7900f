import { assertNever } from '../../../../shared/result.ts';
import { firstFoundIndex, remoteIdOf, type Image, type Task, type TaskId, type TaskWithImages } from '../../../../shared/task.ts';
import { positionOf, type NamedImage } from '../../service/answers/answered-image.ts';
import type { StoredAnswer } from '../../service/stored-answer.ts';
import type { Write } from '../task-events.ts';
import type { ImageSource, StoredImage, TaskWriter } from '../task-store.ts';
import type { LatestPolls } from './latest-polls.ts';
import type { UnsavedChanges } from './unsaved-changes.ts';

/** Brings transitions to the disk, each in the way that it asks for. */
export interface TransitionWriter {
  /**
   * `further`: tasks that are written in the same transaction. Resolves to the task's images as they are then. Rejects if the disk refuses a change that must
   * not be kept in memory.
   */
  commit(before: TaskWithImages, task: Task, how: Write, further: readonly Task[]): Promise<readonly Image[]>;
  /** Writes tasks that have no id yet in one transaction, and the answer for those of them that it is about. If the disk refuses, they are kept in memory and written later. */
  writeOrKeep(tasks: readonly Task[], answered: readonly TaskId[], answer: StoredAnswer): Promise<void>;
  /** Writes the whole task now. Rejects if the disk refuses. */
  write(task: Task, answer: StoredAnswer | null): Promise<void>;
}

export function createTransitionWriter(repository: TaskWriter, polls: LatestPolls, unsaved: UnsavedChanges): TransitionWriter {
  const write = async (task: Task, answer: StoredAnswer | null): Promise<void> => {
    await (answer === null ? repository.saveTask(task) : repository.saveTask(task, answer));
    unsaved.remove(task.id);
  };

  const writeTogether = async (tasks: readonly Task[], answered: readonly TaskId[], answer: StoredAnswer): Promise<void> => {
    await repository.saveTasks(tasks, answered, answer);
    for (const { id } of tasks) unsaved.remove(id);
  };

  const commitTask = async (before: Task, task: Task, how: Extract<Write, { kind: 'task' }>, further: readonly Task[]): Promise<void> => {
    const answer = how.answer ?? polls.answer(task.id);
    const all = [task, ...further];
    try {
      await (further.length > 0 && answer !== null ? writeTogether(all, all.map(({ id }) => id), answer) : write(task, answer));
    } catch (error) {
      if (!how.keep) throw error;
      unsaved.add(task.id, { answer, remoteId: remoteIdOf(before) === null ? remoteIdOf(task) : null });
      for (const other of further) unsaved.add(other.id, { answer, remoteId: remoteIdOf(other) });
    }
    polls.written(task.id);
  };

  return {
    write,
    async writeOrKeep(tasks, answered, answer) {
      try {
        await writeTogether(tasks, answered, answer);
      } catch {
        for (const { id } of tasks) unsaved.add(id, { answer: answered.includes(id) ? answer : null, remoteId: null });
      }
    },
    async commit(before, task, how, further) {
      switch (how.kind) {
        case 'none':
          return before.images;
        case 'facts':
          polls.put(before.task, task, how.answer);
          return before.images;
        case 'task':
          await commitTask(before.task, task, how, further);
          return before.images;
        case 'completion': {
          if (task.state.status !== 'completed' && addsNothing(before.images, how.images)) {
            polls.put(before.task, task, how.answer);
            return before.images;
          }
          const images = await repository.saveCompletion(task, how.images.map(toSource), how.answer);
          polls.written(task.id);
          unsaved.remove(task.id);
          return images.map(withoutSource);
        }
        default:
          return assertNever(how);
      }
    },
  };
}

/** Every answer about a task in progress names the found pictures again. A service that names new ones each time must not add them for ever. */
function addsNothing(known: readonly Image[], named: readonly NamedImage[]): boolean {
  return known.length >= firstFoundIndex || named.every((image, at) => known.some(({ index }) => index === positionOf(image, at)));
}

function withoutSource({ id, taskId, index, state }: StoredImage): Image {
  return { id, taskId, index, state };
}

function toSource(image: NamedImage): ImageSource {
  const position = 'position' in image ? { position: image.position } : {};
  // An inline picture as an address, so that the next start finds it like any other.
  if (image.kind === 'inline' && image.isOnly === true) return { kind: 'url', url: /^\s*data:/i.test(image.base64) ? image.base64 : `data:;base64,${image.base64}`, ...position };
  return image.kind === 'url' && image.holdsKey !== true ? { kind: 'url', url: image.url, ...position } : { kind: 'inline', ...position };
}
