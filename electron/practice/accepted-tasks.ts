import { open, readFile } from 'node:fs/promises';
import { z } from 'zod';

const taskSchema = z.object({
  id: z.string().min(1),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  model: z.string(),
  prompt: z.string(),
  width: z.int().min(1),
  height: z.int().min(1),
  quality: z.string(),
  /** How many earlier tasks had the same prompt. Each gets another picture. */
  variation: z.int().min(0),
  /** The `Idempotency-Key` that it was submitted with, and the SHA-256 of the body. Absent: it had none. */
  repeat: z.object({ key: z.string(), body: z.string() }).optional(),
});

/** A task as it was accepted. Everything else about it follows from the time that has passed since. */
export type PracticeTask = Readonly<z.infer<typeof taskSchema>>;

export interface PracticeTasks {
  /** Resolves when the task is on disk. If it could not be written, rejects, and the task is not accepted. */
  add(task: Omit<PracticeTask, 'variation'>): Promise<PracticeTask>;
  get(id: string): PracticeTask | undefined;
  /** The tasks that were accepted with this `Idempotency-Key` since then, in order. */
  withKey(key: string, since: number): readonly PracticeTask[];
  /** The latest tasks, newest first. */
  latest(count: number): readonly PracticeTask[];
  close(): Promise<void>;
}

function parseLine(line: string): PracticeTask | null {
  try {
    return taskSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null; // a line cut short by a crash was never answered
  }
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * Opens the list of accepted tasks: one JSON line each, appended and synced before the answer is sent, so that a task
 * accepted before a crash can be queried after it. `null` keeps it in memory.
 */
export async function openPracticeTasks(dataFile: string | null): Promise<PracticeTasks> {
  const tasks = new Map<string, PracticeTask>();
  const timesAsked = new Map<string, number>();
  const byKey = new Map<string, PracticeTask[]>();
  const remember = (task: PracticeTask): void => {
    tasks.set(task.id, task);
    if (task.repeat !== undefined) byKey.set(task.repeat.key, [...(byKey.get(task.repeat.key) ?? []), task]);
    timesAsked.set(task.prompt, Math.max(timesAsked.get(task.prompt) ?? 0, task.variation + 1));
  };

  const text = dataFile === null ? '' : await readIfThere(dataFile);
  for (const line of text.split('\n')) {
    const task = parseLine(line);
    if (task) remember(task);
  }

  const file = dataFile === null ? null : await open(dataFile, 'a', 0o600);
  if (file && text !== '' && !text.endsWith('\n')) await file.appendFile('\n');
  let lastWrite: Promise<void> = Promise.resolve();

  return {
    async add(accepted) {
      const task = { ...accepted, variation: timesAsked.get(accepted.prompt) ?? 0 };
      timesAsked.set(task.prompt, task.variation + 1);
      const write = lastWrite.then(async () => {
        await file?.appendFile(`${JSON.stringify(task)}\n`);
        await file?.datasync();
      });
      lastWrite = write.catch(() => undefined);
      await write;
      remember(task);
      return task;
    },
    get: (id) => tasks.get(id),
    withKey: (key, since) => (byKey.get(key) ?? []).filter(({ createdAt }) => createdAt >= since),
    latest: (count) => [...tasks.values()].slice(-count).toReversed(),
    async close() {
      await lastWrite;
      await file?.close();
    },
  };
}
