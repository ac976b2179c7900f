import type { DatabaseSync } from 'node:sqlite';

/** Tasks in a batch, and one group of tasks in how many is a batch. */
const [tasksInBatch, oneBatchIn] = [40, 5];

const templates = ['A {red|blue|grey} {fox|cat|owl} in the snow', '{Dawn|Noon|Dusk} over __place__', 'Portrait of a {baker|sailor}, {oil|ink}', 'A house by {Aalto|Wright}', '{one|two|three} boats'];
const notes = ['print this one', 'crop the left side', 'for the cover', 'ask the client', 'the hands are wrong'];

/** Scatters row numbers evenly: a whole number below `end` that differs for each `salt`. */
const scattered = (end: number, salt: number): string => `(id * ${2_654_435_761 + 1_000_003 * salt} % 4294967291 % ${end})`;

const list = (values: readonly string[]): string => `json('${JSON.stringify(values)}')`;
const oneOf = (values: readonly string[], salt: number): string => `(${list(values)} ->> ${scattered(values.length, salt)})`;

/** Numbers of tasks from 0, in groups of one batch. */
const group = `((id - 1) / ${tasksInBatch})`;
const isBatch = `${group} * 7919 % ${oneBatchIn} = 0`;

/** An album of about 10,000 pictures in a million, and the others smaller. */
const shares = [100, 1_000, 1_000, 2_000, 10_000, 10_000, 20_000, 50_000] as const;

/**
 * What a person does with pictures after they came, in usual shares: batches and new attempts, seeds and prices of tasks, and flags, labels, notes and
 * albums of pictures. Runs before the indexes are made.
 */
export function addChoices(db: DatabaseSync): void {
  db.exec(`BEGIN;
    INSERT INTO batches (id, uuid, account, name, created_at, recipe, place, complete)
      SELECT ${group} + 1, printf('ba7c4000-0000-4000-8000-%012x', id), 2, substr(prompt, 1, 60), created_at,
        CASE ${scattered(3, 1)} WHEN 0 THEN json_object('from', 'template', 'template', ${oneOf(templates, 2)} || ', ' || (${group} % 200)) ELSE json_object('from', 'prompt', 'count', ${tasksInBatch}) END, created_at, 1
      FROM tasks WHERE (id - 1) % ${tasksInBatch} = 0 AND ${isBatch};
    UPDATE tasks SET batch = ${group} + 1, account = 2 WHERE ${isBatch};
    UPDATE tasks SET estimate = 40000000 * (1 + ${scattered(4, 3)}) WHERE account = 2 AND status = 'completed';
    UPDATE tasks SET extras = json_object('fields', json_object('seed', ${scattered(4_000_000, 4)})) WHERE ${scattered(10, 5)} < 3;
    UPDATE tasks SET retry_of = (SELECT uuid FROM tasks AS first WHERE first.id = tasks.id - 50) WHERE id % 200 = 0 AND batch IS NULL;
    UPDATE images SET
      flag = CASE WHEN ${scattered(100, 6)} < 4 THEN 1 WHEN ${scattered(100, 6)} < 7 THEN -1 ELSE 0 END,
      label = iif(${scattered(100, 7)} < 5, 1 + ${scattered(5, 8)}, 0),
      note = iif(${scattered(200, 9)} = 0, ${oneOf(notes, 10)}, NULL)
      WHERE ${scattered(100, 6)} < 7 OR ${scattered(100, 7)} < 5 OR ${scattered(200, 9)} = 0;`);
  const album = db.prepare('INSERT INTO albums (id, uuid, name, place, created_at) VALUES (?, ?, ?, ?, 0)');
  for (const [at, share] of shares.entries()) {
    album.run(at + 1, `a1b00000-0000-4000-8000-00000000000${at}`, at === 0 ? 'Best of all years' : `Project ${at}`, at + 1);
    db.exec(`INSERT INTO album_images (album, image, place) SELECT ${at + 1}, id, ${scattered(1_000_003, 20 + at)} FROM images WHERE trashed_at IS NULL AND ${scattered(share, 10 + at)} = 0`);
  }
  db.exec('COMMIT');
}
