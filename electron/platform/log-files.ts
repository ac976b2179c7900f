import { appendFileSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { createLog, type Log } from '../core/log/log.ts';
import { createLogRedactor, type LogRedactor } from '../core/log/log-redactor.ts';
import { createRotatingLog, logFileName, rotationLimits, type LogFolder } from '../core/log/log-rotation.ts';

/** The folder of the log files, made when the first line is written. */
export function createLogFolder(folder: string): LogFolder {
  return {
    size: async (name) => (await stat(path.join(folder, name)).catch(() => null))?.size ?? 0,
    async append(name, text) {
      await mkdir(folder, { recursive: true });
      await appendFile(path.join(folder, name), text, { mode: 0o600 });
    },
    rename: (from, to) => rename(path.join(folder, from), path.join(folder, to)),
  };
}

/** The log files that are there, newest first. */
export async function readLogFiles(folder: string): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const names = Array.from({ length: rotationLimits.files }, (_none, age) => logFileName(age));
  const files = await Promise.all(names.map(async (name) => ({ name, text: await readFile(path.join(folder, name), 'utf8').catch(() => null) })));
  return files.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]));
}

export interface Diary {
  readonly log: Log;
  readonly redactor: LogRedactor;
  /** Resolves when everything told so far is in the file, or lost. Never rejects. */
  flush(): Promise<void>;
  /** A warning that is in the file when the call returns: for the last line of all. */
  readonly lastWords: Log['warn'];
}

/** The log in `folder`; errors also go to `echo`, for whoever started the app from a terminal. */
export function openDiary(folder: string, echo: NodeJS.WritableStream | null): Diary {
  // A terminal that was closed meanwhile is no reason to end.
  echo?.on('error', () => undefined);
  const files = createRotatingLog(createLogFolder(folder));
  const redactor = createLogRedactor();
  const log = createLog({
    now: Date.now,
    redact: redactor.redact,
    write(line, level) {
      files.write(line);
      if (level === 'error') echo?.write(`${line}\n`);
    },
  });
  const atOnce = createLog({
    now: Date.now,
    redact: redactor.redact,
    write(line) {
      try {
        appendFileSync(path.join(folder, logFileName(0)), `${line}\n`, { mode: 0o600 });
      } catch {
        // As any line that a disk does not take.
      }
    },
  });
  return { log, redactor, flush: files.flush, lastWords: atOnce.warn };
}
