import { codeOf } from '../util/system-errors.ts';

/**
 * The app's log: one line per event. A call returns at once, never throws and never waits for the disk. Lines hold ids of tasks and accounts,
 * but no prompts.
 */
export interface Log {
  info(area: LogArea, message: string, facts?: LogFacts): void;
  warn(area: LogArea, message: string, facts?: LogFacts): void;
  error(area: LogArea, message: string, facts?: LogFacts): void;
}

export type LogLevel = 'info' | 'warn' | 'error';
export type LogArea = 'app' | 'account' | 'submission' | 'poll' | 'download' | 'library' | 'database' | 'decoder' | 'ipc';
/** `undefined` facts are left out. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface LogDeps {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Removes what must not be in a log. */
  readonly redact: (text: string) => string;
  /** Takes a finished line without its end; must not throw. */
  readonly write: (line: string, level: LogLevel) => void;
}

export function createLog({ now, redact, write }: LogDeps): Log {
  const put =
    (level: LogLevel) =>
    (area: LogArea, message: string, facts: LogFacts = {}): void => {
      write(formatLine(now(), level, area, redact(message), redactFacts(facts, redact)), level);
    };
  return { info: put('info'), warn: put('warn'), error: put('error') };
}

/** Characters of one fact that are kept. */
const longestFact = 2_000;

/** `2026-11-21T01:35:59.123Z warn  submission  outcome unknown  task=… reason=connection-lost` */
export function formatLine(at: number, level: LogLevel, area: LogArea, message: string, facts: LogFacts): string {
  const shown = Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${formatFact(value)}`]));
  const head = `${new Date(at).toISOString()} ${level.padEnd(5)} ${area.padEnd(10)} ${oneLine(message)}`;
  return shown.length === 0 ? head : `${head}  ${shown.join(' ')}`;
}

/** The facts of a thrown error. */
export function errorFacts(error: unknown): LogFacts {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: error.message, name: error.name, code: codeOf(error) || undefined, stack: error.stack?.split('\n').slice(1).map((line) => line.trim()).join(' | ') };
}

function formatFact(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value);
  const text = value.length > longestFact ? `${value.slice(0, longestFact)}…` : value;
  return /^[^\s"=\p{C}]+$/u.test(text) ? text : oneLine(JSON.stringify(text));
}

/** Escapes what could look like the beginning of another event, or control a terminal. */
function oneLine(text: string): string {
  return text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

function redactFacts(facts: LogFacts, redact: LogDeps['redact']): LogFacts {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]));
}
