import type { Image, TaskWithImages } from '../../../shared/task.ts';

/** What the engine reports to the rest of the app, once it is on disk. */
export interface EngineEvents {
  taskChanged(task: TaskWithImages): void;
  imageKept(image: Image): void;
  /** A notice that concerns no single task, such as an id that could not be written. The same code with `null` clears it. */
  notice(code: 'library-unreachable' | 'library-full' | 'id-not-saved', subject: string | null): void;
}
