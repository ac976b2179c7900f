import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createLogRedactor, type LogRedactor } from './redact.ts';
import { createRotatingLog, logFileName, rotationLimits } from './log-rotation.ts';
import { createLog, type Log, type LogLevel } from './log.ts';

export interface AppLog {
  readonly log: Log;
  readonly redactor: LogRedactor;
  /** Resolves when all lines so far are in the file, or lost. Never rejects. */
  flush(): Promise<void>;
  /** Writes a warning before it returns: for the last line of all. */
  readonly warnSync: Log['warn'];
}

/** The log in `folder`. Errors also go to `echo`, for a person who started the app from a terminal. */
export function openAppLog(folder: string, echo: NodeJS.WritableStream | null): AppLog {
  // The terminal may have been closed. That must not end the app.
  echo?.on('error', () => undefined);
  const files = createRotatingLog(folder);
  const redactor = createLogRedactor();
  const logTo = (write: (line: string, level: LogLevel) => void): Log => createLog({ now: Date.now, redact: redactor.redact, write });
  const log = logTo((line, level) => {
    files.write(line);
    if (level === 'error') echo?.write(`${line}\n`);
  });
  const syncLog = logTo((line) => {
    try {
      appendFileSync(path.join(folder, logFileName(0)), `${line}\n`, { mode: 0o600 });
    } catch {
      // The disk takes no more lines.
    }
  });
  return { log, redactor, flush: files.flush, warnSync: syncLog.warn };
}

/** The existing log files, newest first. */
export async function readLogFiles(folder: string): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const names = Array.from({ length: rotationLimits.files }, (_none, age) => logFileName(age));
  const files = await Promise.all(names.map(async (name) => ({ name, text: await readFile(path.join(folder, name), 'utf8').catch(() => null) })));
  return files.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]));
}
