/** `unknown` counts as still processing. */
export type AnsweredStatus = 'processing' | 'completed' | 'failed' | 'unknown';

/**
 * Status words in use (answers-in-the-wild), as `plainWord` gives them. A word that may mean several things is left out: `ok` is often said of the
 * request alone; `rejected`, `aborted`, `timedout` or `moderated` may be said of a step that is repeated, so the error beside them is shown instead.
 */
const statuses: Readonly<Record<Exclude<AnsweredStatus, 'unknown'>, string>> = {
  completed: 'completed complete succeeded success succeed successed successful finished finish done ready generated',
  failed: 'failed fail failure error errored cancelled canceled expired',
  processing: `processing pending queued queuing queueing enqueued inqueue submitted created accepted received scheduled assigned dispatched
    waiting delayed throttled retrying retry notstart notstarted starting started start booting preparing initializing initialising initialized
    inprogress progress running active working generating rendering`,
};

const meanings = new Map<string, AnsweredStatus>(
  Object.entries(statuses).flatMap(([meaning, words]) => words.split(/\s+/).map((word) => [word, meaning as AnsweredStatus] as const)),
);

/** `In Progress`, `IN_PROGRESS` and `TASK_STATUS_IN_PROGRESS` are one word. */
export function meaningOf(word: string): AnsweredStatus {
  const plain = plainWord(word.toLowerCase().replace(/^(?:[a-z]+[ _-])?(?:status|state)[ _-]/, ''));
  return meanings.get(plain) ?? 'unknown';
}

/** A name of a field or a status word without the ways of writing it: `task_id`, `taskId` and `Task-ID` are `taskid`. */
export function plainWord(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

/** Whether a refusal says that waiting helps: the service takes no more at the moment. */
export function saysBusy(words: string): boolean {
  return /too[ _-]?many[ _-]?(?:[a-z\d]+[ _-]){0,2}(?:requests?|tasks?|jobs?|generations?|submissions?)(?![a-z])|rate[ _-]?limit|concurren(?:t|cy)|queue (?:is )?full|throttl/i.test(words);
}

/** Whether a refusal is about money, which no waiting mends. */
export function saysUnpaid(words: string): boolean {
  return /credits?\b|quota|balance|billing|payment|funds|余额|额度/i.test(words);
}
