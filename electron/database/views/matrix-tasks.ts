import { recipeSchema, type Recipe } from '../../../shared/batch.ts';
import { isMatrix, matrixFields, mostMatrixRows, type Matrix, type MatrixField, type MatrixTasks } from '../../../shared/library/batch-matrix.ts';
import { cutText } from '../../../shared/request/plain-text.ts';
import type { BatchId, TaskId } from '../../../shared/task.ts';
import type { Readers } from '../tables/row-readers.ts';
import { idLists } from '../sqlite/id-lists.ts';
import type { Connection } from '../sqlite/statements.ts';
import { numbersIn } from './number-list.ts';
import { pictureColumns, tasksOfRows } from './view-rows.ts';

/** Tasks that are read in one statement. */
const step = 200;

/** Characters of a prompt for the list of prompts. */
const beginning = 300;

const tolerant = recipeSchema.catch({ from: 'prompt' });

/** Those of the given batches that have a grid. */
export function matricesIn({ sql }: Connection, batchIds: readonly BatchId[]): readonly BatchId[] {
  return batchIds.filter((id) => sql('SELECT recipe FROM batches WHERE uuid = ? AND complete = 1').all(id).some(({ recipe }) => isMatrix(recipeIn(recipe))));
}

/** New attempts outside a batch, by the ids of the tasks that they repeat. */
const attemptsAt = `SELECT id, uuid, retry_of, prompt, model, size, quality FROM tasks INDEXED BY tasks_by_first_attempt
  WHERE retry_of IS NOT NULL AND retry_of IN (SELECT value FROM json_each(?)) AND batch IS NULL`;

const recipeIn = (text: unknown): Recipe => tolerant.parse(JSON.parse(String(text)));

/**
 * Which tasks the grid of a batch has: those of the batch, and new attempts at them with the same prompt and values. Null: there is no such
 * batch, or it has no grid.
 * @param taskId a task whose prompt is asked for
 */
export function readMatrix(connection: Connection, batchId: BatchId, taskId?: TaskId): Matrix | null {
  const { sql } = connection;
  const batch = sql('SELECT id, name, recipe FROM batches WHERE uuid = ? AND complete = 1').get(batchId);
  if (batch === undefined) return null;
  const recipe = recipeIn(batch['recipe']);
  if (!isMatrix(recipe)) return null;
  const found = collect(taskId);
  const rows = numbersIn(sql('SELECT group_concat(id) AS ids FROM (SELECT id FROM tasks WHERE batch = ? ORDER BY id)').get(Number(batch['id']))?.['ids']);
  for (const some of idLists(rows, step)) {
    for (const row of sql(`SELECT id, uuid, prompt, model, size, quality FROM tasks WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`).all(some)) found.add(row);
  }
  const attempts: TaskRow[] = [];
  // New attempts at new attempts are found in the next round.
  for (let tasks = found.ids(); tasks.length > 0; ) {
    const next: string[] = [];
    for (let at = 0; at < tasks.length; at += step) {
      for (const row of sql(attemptsAt).all(JSON.stringify(tasks.slice(at, at + step)))) {
        attempts.push(row);
        next.push(String(row['uuid']));
      }
    }
    tasks = next;
  }
  for (const row of attempts.sort((a, b) => Number(a['id']) - Number(b['id']))) found.addAttempt(row);
  return { batchId, name: String(batch['name']), ...found.finished(recipe) };
}

type TaskRow = ReturnType<ReturnType<Connection['sql']>['all']>[number];

function collect(taskId: TaskId | undefined) {
  const known = new Set<string>();
  const prompts = new Map<string, number[]>();
  const values: Readonly<Record<MatrixField, Set<string>>> = { model: new Set(), size: new Set(), quality: new Set() };
  let asked = '';
  let attempts = 0;
  const add = (row: TaskRow): void => {
    const prompt = String(row['prompt']);
    known.add(String(row['uuid']));
    if (row['uuid'] === taskId) asked = prompt;
    for (const field of matrixFields) values[field].add(String(row[field]));
    const rows = prompts.get(prompt) ?? [];
    prompts.set(prompt, rows);
    rows.push(Number(row['id']));
  };
  return {
    add,
    ids: (): readonly string[] => [...known],
    addAttempt(row: TaskRow): void {
      if (!known.has(String(row['retry_of'])) || !prompts.has(String(row['prompt'])) || !matrixFields.every((field) => values[field].has(String(row[field])))) return;
      add(row);
      attempts += 1;
    },
    finished({ models = [], sizes = [], qualities = [] }: Recipe): Omit<Matrix, 'batchId' | 'name'> {
      const stated = { model: models, size: sizes, quality: qualities };
      const inOrder = (field: MatrixField): readonly string[] => [...new Set([...stated[field].filter((value) => values[field].has(value)), ...values[field]])];
      const rows = Int32Array.from([...prompts.values()].flat());
      // New attempts do not turn the page that a person looks at into many.
      const onePage = rows.length - attempts <= mostMatrixRows && matrixFields.filter((field) => values[field].size > 1).length === 1;
      let end = 0;
      return {
        values: { model: inOrder('model'), size: inOrder('size'), quality: inOrder('quality') },
        prompts: Array.from(prompts.keys(), (prompt) => (onePage ? prompt : cutText(prompt, beginning))),
        rows,
        ends: onePage ? Int32Array.of(rows.length) : Int32Array.from(prompts.values(), (ofPrompt) => (end += ofPrompt.length)),
        asked: onePage ? 0 : Math.max([...prompts.keys()].indexOf(asked), 0),
      };
    },
  };
}

/** The tasks of these rows, and the marks of their pictures. */
export function readMatrixTasks(connection: Connection, readers: Readers, rows: readonly number[]): MatrixTasks {
  const tasks = tasksOfRows(connection, readers, Int32Array.from(rows));
  const imageIds = Int32Array.from(tasks.flatMap(({ images }) => images.flatMap(({ id, state }) => (state.status === 'kept' ? [id] : []))));
  return { tasks, imageIds, marks: pictureColumns(connection, imageIds, 0).marks };
}
