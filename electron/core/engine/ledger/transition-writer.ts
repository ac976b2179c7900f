import { assertNever } from '../../../../shared/result.ts';
import { firstFoundIndex, remoteIdOf, type Image, type Task, type TaskWithImages } from '../../../../shared/task.ts';
import { positionOf, type NamedImage } from '../../service/answers/answered-image.ts';
import type { StoredAnswer } from '../../service/stored-answer.ts';
import type { PollFactsWriter } from '../polling/poll-facts-writer.ts';
import type { Write } from '../task-events.ts';
import type { ImageSource, StoredImage, TaskWriter } from '../task-store.ts';
import type { UnsavedChanges } from './unsaved-changes.ts';

/** Brings transitions to the disk, each in the way that it asks for. */
export interface TransitionWriter {
  /** `beside`: tasks that are written in the same transaction. Resolves to the task's images as they are then. Rejects if the disk refuses a change that must not be kept in memory. */
  commit(before: TaskWithImages, task: Task, how: Write, beside?: readonly Task[]): Promise<readonly Image[]>;
  /** Writes the whole task now. Rejects if the disk refuses. */
  write(task: Task, answer: StoredAnswer | null): Promise<void>;
}

export function createTransitionWriter(repository: TaskWriter, facts: PollFactsWriter, unsaved: UnsavedChanges): TransitionWriter {
  const write = async (task: Task, answer: StoredAnswer | null): Promise<void> => {
    await (answer === null ? repository.saveTask(task) : repository.saveTask(task, answer));
    unsaved.remove(task.id);
  };

  const writeTogether = async (tasks: readonly Task[], answer: StoredAnswer): Promise<void> => {
    await repository.saveTasks(tasks, tasks.map(({ id }) => id), answer);
    for (const { id } of tasks) unsaved.remove(id);
  };

  const commitTask = async (before: Task, task: Task, how: Extract<Write, { kind: 'task' }>, beside: readonly Task[]): Promise<void> => {
    const earlier = facts.take(task.id);
    const answer = how.answer ?? earlier;
    try {
      await (beside.length > 0 && answer !== null ? writeTogether([task, ...beside], answer) : write(task, answer));
    } catch (error) {
      if (!how.keep) {
        if (earlier) facts.put(before, earlier, true);
        throw error;
      }
      unsaved.add(task.id, { answer, remoteId: remoteIdOf(before) === null ? remoteIdOf(task) : null });
      for (const other of beside) unsaved.add(other.id, { answer, remoteId: remoteIdOf(other) });
    }
  };

  return {
    write,
    async commit(before, task, how, beside = []) {
      switch (how.kind) {
        case 'none':
          return before.images;
        case 'facts':
          facts.put(task, how.answer, task.trouble !== before.task.trouble);
          return before.images;
        case 'task':
          await commitTask(before.task, task, how, beside);
          return before.images;
        case 'completion': {
          if (task.state.status !== 'completed' && addsNothing(before.images, how.images)) {
            facts.put(task, how.answer, false);
            return before.images;
          }
          facts.take(task.id);
          const images = await repository.saveCompletion(task, how.images.map(toSource), how.answer);
          unsaved.remove(task.id);
          return images.map(withoutSource);
        }
        default:
          return assertNever(how);
      }
    },
  };
}

/** Every answer of a task in progress names the pictures that were found again. An answer that always names new ones does not add them for ever. */
function addsNothing(known: readonly Image[], named: readonly NamedImage[]): boolean {
  return known.length >= firstFoundIndex || named.every((image, place) => known.some(({ index }) => index === positionOf(image, place)));
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
