import { noFacts, type ServiceFacts } from '../../../../shared/task.ts';
import { candidatesIn } from './answer-candidates.ts';
import { readError, statedError, type AnswerError } from './answer-error.ts';
import { factsOf } from './answer-facts.ts';
import { picturesIn, type ListedPictures } from './answer-images.ts';
import { bareIdIn, fieldsOf, levelsIn, listedIdsIn, maxTasks, queriedIdIn, salvagedId, type Level } from './answer-levels.ts';
import { meaningOf, type AnsweredStatus } from './answer-words.ts';
import { readJsonText, type Leftover } from './json-text.ts';
import type { NamedImage } from './answered-image.ts';

/** What an answer says for certain, in any of the known forms. Null for what it does not say. */
export interface ParsedAnswer {
  /** Whether it is JSON with an object in it. */
  readonly readable: boolean;
  readonly id: string | null;
  /** The id is certainly a task's, and not that of a request or an error. */
  readonly namesTask: boolean;
  /** Further tasks, for certain. */
  readonly moreIds: readonly string[];
  readonly status: AnsweredStatus | null;
  /** Pictures in the documented or known fields. */
  readonly images: readonly NamedImage[];
  /** Pictures in those fields, including the ones without an address yet. */
  readonly listed: number;
  /** The pictures are in a field that cannot be a repetition of the request. */
  readonly isOutput: boolean;
  /** What may be pictures, if the answer names none for certain. Only their bytes show which are. */
  readonly candidates: readonly NamedImage[];
  readonly facts: ServiceFacts;
  /** The error in the fields that exist only for errors. */
  readonly error: AnswerError | null;
  /** Any words and code that may explain a refusal. */
  readonly words: AnswerError | null;
  /** What was not used of it, or was repaired. */
  readonly left: readonly Leftover[];
}

/**
 * Reads an answer: its text as JSON (json-text.ts), the objects in it that may describe a task (answer-levels.ts), and then its words, facts, errors
 * and pictures, each by a table of names. `asked`: the id of the task that was queried. Never throws.
 */
export function parseAnswer(body: string, asked: string | null = null): ParsedAnswer {
  const left = new Set<Leftover>();
  const { values, rest } = readJsonText(body, left);
  const value = chosen(values);
  const outer = fieldsOf(Array.isArray(value) ? value.find((entry) => fieldsOf(entry) !== null) : value);
  if (outer === null && picturesIn(value).images.length === 0) return { ...silent, id: salvagedId(rest), words: pageWords(body), left: [...left] };
  if (values.length > 1) left.add('other-value');

  const levels = levelsIn(value);
  const top: Level = levels[0] ?? { fields: outer ?? new Map<string, unknown>(), id: null, namesTask: false, isNamedTask: false, status: null, isListed: Array.isArray(value) };
  const { named, stated } = taskIn(levels, top, asked);
  const meaning = stated.status === null ? null : meaningOf(stated.status);
  const listedIds = listedIdsIn(levels);
  const id = named.id ?? queriedIdIn(named.fields) ?? listedIds[0] ?? bareIdIn(levels);
  const moreIds = furtherIds([...tasksIn(levels), ...listedIds, ...values.flatMap((one) => (one === value ? [] : tasksIn(levelsIn(one), true)))], id);

  // Beside other tasks in a list, the rest of the answer is theirs.
  const isAmongTasks = stated.isListed && stated.namesTask && levels.filter((level) => level.isListed && level.namesTask).length > 1;
  const scope = isAmongTasks ? Object.fromEntries(stated.fields) : value;
  const { images, listed, isOutput, hasErrors } = listedPictures(stated, scope);

  if (meaning === 'unknown') left.add('unknown-word');
  if (images.length < listed) left.add('entry-without-address');
  if (hasErrors) left.add('entry-with-error');
  if (levels.some((level) => level.id !== null && level.id !== id && !moreIds.includes(level.id))) left.add('other-id');
  const facts = factsOf(stated, top.fields, meaning);
  if (facts.progress === null && (stated.fields.get('progress') ?? null) !== null) left.add('odd-progress');
  const error = statedError(stated.fields) ?? statedError(top.fields);
  // Some services never write the last word beside the pictures.
  const isAtEnd = meaning === 'processing' && isOutput && (facts.progress ?? 0) >= 100;
  const mayBeElsewhere = images.length === 0 && meaning !== 'processing' && meaning !== 'failed';
  return {
    readable: true,
    id,
    namesTask: named.namesTask || (named.id === null && listedIds.length > 0),
    moreIds,
    status: meaning,
    images,
    listed,
    isOutput,
    candidates: (meaning === 'unknown' || isAtEnd) && images.length > 0 ? images : mayBeElsewhere ? candidatesIn(scope) : [],
    facts,
    error,
    words: readError(stated.fields) ?? readError(top.fields),
    left: [...left],
  };
}

const silent: ParsedAnswer = {
  readable: false,
  id: null,
  namesTask: false,
  moreIds: [],
  status: null,
  images: [],
  listed: 0,
  isOutput: false,
  candidates: [],
  facts: noFacts,
  error: null,
  words: null,
  left: [],
};

/** An answer that is a picture itself, and not JSON around one. */
export function pictureAnswer(base64: string, isCut: boolean): ParsedAnswer {
  return { ...silent, readable: true, images: [{ kind: 'inline', base64 }], listed: 1, isOutput: true, left: isCut ? ['cut-off'] : [] };
}

/** Of several values, such as the events of a stream, the last one that names a task. */
function chosen(values: readonly unknown[]): unknown {
  return values.length < 2 ? values[0] : (values.findLast((value) => levelsIn(value).some(({ id }) => id !== null)) ?? values.at(-1));
}

/** The object that names the task, and the one that says how it stands: the same one, if there is one that does both. */
function taskIn(levels: readonly Level[], top: Level, asked: string | null): { readonly named: Level; readonly stated: Level } {
  const both = levels.filter(({ id, status }) => id !== null && status !== null);
  const whole = both.find(({ id }) => id === asked) ?? both.find((level, index) => !isEnvelope(level) || !both.slice(index).some(({ isNamedTask }) => isNamedTask));
  const named = whole ?? levels.find(({ namesTask }) => namesTask) ?? levels.find(({ id }) => id !== null) ?? top;
  return { named, stated: whole ?? levels.find(({ status }) => status !== null) ?? named };
}

/** The pictures beside the status, or else those anywhere in the answer. */
function listedPictures(stated: Level, scope: unknown): ListedPictures {
  const beside = picturesIn(Object.fromEntries(stated.fields));
  // One picture of a list may have a status, which is not that of the task.
  if (beside.images.length > 0 && (stated.namesTask || !stated.isListed)) return beside;
  const all = picturesIn(scope);
  return all.images.length > 0 || beside.listed === 0 ? all : beside;
}

/** Its id and status may be those of the request, around the task. */
function isEnvelope({ status, isNamedTask }: Level): boolean {
  return !isNamedTask && /^(?:success|ok|\d+)$/i.test(status ?? '');
}

/** The tasks in lists. */
function tasksIn(levels: readonly Level[], alone = false): readonly string[] {
  return levels.flatMap(({ id, namesTask, isListed }) => (id !== null && namesTask && (isListed || alone) ? [id] : []));
}

function furtherIds(ids: readonly string[], id: string | null): readonly string[] {
  return [...new Set(ids)].filter((one) => one !== id).slice(0, maxTasks);
}

/** Characters of a page among which its title is. */
const longestHead = 20_000;
/** Characters of a plain text that are shown as its words. */
const longestText = 300;

/** What an answer without JSON says to a person: the title or first heading of a page, or a short text. */
function pageWords(body: string): AnswerError | null {
  const heading = /<(title|h1)\b[^>]{0,500}>([^<]{1,500})/i.exec(body.slice(0, longestHead))?.[2];
  const text = body.length > longestText || /[<{[]/.test(body) ? '' : body;
  const message = (heading ?? text).replace(/\s+/g, ' ').trim();
  return message === '' ? null : { code: null, message };
}
