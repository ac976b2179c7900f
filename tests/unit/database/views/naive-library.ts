import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { StoredMark } from '../../../../electron/core/library/marks/mark-store.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { labels } from '../../../../shared/library/marks.ts';
import { saidNothing, type Task, type TaskState } from '../../../../shared/task.ts';
import { openTestDatabase } from '../../../support/open-test-database.ts';
import { createDice } from '../../../support/dice.ts';
import { makeAlbum, makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

/** A library in memory and the same one in a database, for tests that compare views with plain code over arrays. */

export interface NaiveTask {
  readonly row: number;
  readonly id: string;
  readonly prompt: string;
  readonly model: string;
  readonly quality: string;
  readonly remoteId: string;
  status: TaskState['status'];
  dismissed: boolean;
  /** As it is stored. */
  stored: Task;
  /** Its number in `batches`, from 1; 0: none. */
  readonly batch: number;
  readonly createdAt: number;
  /** Billionths. */
  readonly cost: number | null;
  readonly pictures: NaivePicture[];
}

export interface NaivePicture {
  readonly id: number;
  readonly task: NaiveTask;
  readonly savedAt: number;
  readonly width: number;
  readonly height: number;
  readonly path: string;
  favourite: boolean;
  rating: number;
  flag: -1 | 0 | 1;
  label: number;
  note: string | null;
  tags: readonly string[];
  trashedAt: number | null;
}

export const day = 86_400_000;
/** Some are as a Mac gives them, with letters and their marks apart (NFD). */
const apart = (text: string): string => text.normalize('NFD');
export const prompts = [
  'a red fox in the snow', 'Snowy mountains', 'a grey cat beside a fox', '雪の中の猫', ' a grey cat beside a fox ', '', 'portrait of an owl', 'fox', 'a foxglove beside a red door',
  'Crème brûlée, still life', '夜のneon街をwalkingする猫', apart('ガラスの城'), 'ガラスの靴', 'カラスの森', apart('한국의 산'), apart('синий чайник'), 'синий снег', 'синии снега',
  'Fox', 'éclair', `${'x'.repeat(90)}b`, `${'x'.repeat(90)}a`,
];
const folders = ['even', 'odd', 'Фото/Лето', apart('Фото/Лето'), 'Фотограф', 'Écran', apart('Übungen'), 'Uebungen'];
export const models = ['painter-1', 'painter-1-turbo', 'Étude 2', ''];
const sizes = [[1024, 768], [768, 1024], [512, 512], [2048, 1024]] as const;
const states: readonly TaskState[] = [
  { status: 'failed', remoteId: 'failed', said: { httpStatus: 200, code: 'policy', message: 'refused by moderation' } },
  { status: 'unknown', reason: 'connection-lost', said: saidNothing },
  { status: 'processing', remoteId: 'processing', misses: 0 },
];
/** Batches 1 to 5, with the template of each. Two have the same template. */
export const templates = ['{fox|cat}', null, ' {fox|cat} ', '{owl}', null];
export const albums = [makeAlbum(1, { name: 'Trip' }), makeAlbum(2, { name: 'Trip "home"' })];

export interface NewTask {
  readonly prompt: number;
  readonly model: number;
  readonly batch: number;
  /** 0: the task has not brought any. */
  readonly pictures: number;
  /** Days before `start`, and the hour of that day. */
  readonly ago: number;
  readonly hour: number;
}

export type NaiveLibrary = ReturnType<typeof openLibrary>;

/** A library of some 400 pictures. */
export async function makeLibrary(): Promise<NaiveLibrary & { readonly remove: () => Promise<void> }> {
  const database = await openTestDatabase();
  const db = openConnection(database.file);
  for (const [at, template] of templates.entries()) {
    db.prepare(`INSERT INTO batches (id, uuid, account, name, recipe, created_at, place, complete) VALUES (?, ?, (SELECT min(id) FROM accounts), ?, ?, ?, 0, 1)`).run(at + 1, `batch-${at + 1}`, `Batch ${at + 1}`, JSON.stringify(template === null ? {} : { template }), at);
  }
  db.close();
  const library = openLibrary(database.file, [], [[], []]);
  for (const album of albums) library.store.putAlbum(album);
  const { below, pick } = createDice(7);
  const some = (count: number): readonly number[] => Array.from({ length: count }, () => pick(library.pictures()).id);
  for (let at = 0; at < 260; at += 1) library.add({ prompt: below(prompts.length), model: below(4), batch: below(9), pictures: below(8) === 0 ? 0 : 1 + below(3), ago: below(60), hour: below(24) });
  for (let at = 0; at < 60; at += 1) library.mark(some(9), pick(marks));
  return { ...library, remove: () => database.remove() };
}

/** Ids are unique. */
const withId = (state: TaskState, number: number): TaskState => ('remoteId' in state ? { ...state, remoteId: `task_${number}` } : state);

/** What a person does to pictures. */
export const marks: readonly StoredMark[] = [
  ...[true, false, true].map((favourite) => ({ kind: 'favourite', favourite }) as const),
  ...[0, 1, 3, 5].map((rating) => ({ kind: 'rating', rating }) as const),
  ...(['pick', 'reject', null] as const).map((flag) => ({ kind: 'flag', flag }) as const),
  ...(['red', 'blue', null] as const).map((label) => ({ kind: 'label', label }) as const),
  ...['print the owl', 'for Zoë', ''].map((note) => ({ kind: 'note', note }) as const),
  { kind: 'tag', tag: 'beach' },
  { kind: 'tag', tag: 'fox den' },
  { kind: 'untag', tag: 'beach' },
  ...albums.map(({ id }) => ({ kind: 'album', album: id }) as const),
  { kind: 'album', album: albums[0]?.id ?? '' },
  { kind: 'unalbum', album: albums[0]?.id ?? '' },
  { kind: 'trash', at: start },
  { kind: 'restore' },
];

/** A copy of a library as it was made, in another file. */
export async function copyLibrary(of: NaiveLibrary, name: string): Promise<NaiveLibrary> {
  const file = path.join(path.dirname(of.file), name);
  of.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  await copyFile(of.file, file);
  const tasks = of.tasks.map((task) => {
    const copy: NaiveTask = { ...task, pictures: [] };
    copy.pictures.push(...task.pictures.map((picture) => ({ ...picture, task: copy })));
    return copy;
  });
  return openLibrary(file, tasks, of.inAlbums.map((ids) => [...ids]));
}

/** `inAlbums`: the pictures of each album in its order, also those in the trash. */
function openLibrary(file: string, tasks: NaiveTask[], inAlbums: number[][]) {
  const db = openConnection(file);
  db.exec('PRAGMA synchronous = OFF');
  const { store } = createStore(db, (message) => expect.fail(message));
  const lessened = new Set<string>();
  let placedAt = 1e6;
  let trashedAt = start + tasks.length;
  const pictures = (): readonly NaivePicture[] => tasks.flatMap((task) => task.pictures);
  return {
    file,
    db,
    store,
    tasks,
    inAlbums,
    pictures,
    /** The tasks of pictures that were removed for good. */
    lessened,
    add({ prompt, model, batch, pictures: count, ago, hour }: NewTask): void {
      const createdAt = start - ago * day + hour * 3_600_000 + tasks.length;
      const state: TaskState = count > 0 ? { status: 'completed', remoteId: '', imageCount: count } : (states[tasks.length % states.length] ?? expect.fail('no state'));
      const request = { prompt: prompts[prompt] ?? '', model: models[model] ?? '', size: '', quality: tasks.length % 3 === 0 ? 'high' : 'low' };
      // Some take as long as others, some end at once, and some have no end yet.
      const took = [null, 4_000, 0, 4_000, 900_000, 60_000][tasks.length % 6] ?? null;
      const task = makeTask({ createdAt, submittedAt: createdAt, endedAt: took === null ? null : createdAt + took, state: withId(state, tasks.length), request });
      store.insertTasks([task]);
      const row = Number(db.prepare('SELECT id FROM tasks WHERE uuid = ?').get(task.id)?.['id']);
      const cost = [null, 60_000_000, 0, 120_000_000, 60_000_500][tasks.length % 5] ?? null;
      const inBatch = batch <= templates.length ? batch : 0;
      const remoteId = 'remoteId' in task.state ? task.state.remoteId : '';
      const known: NaiveTask = { row, id: task.id, ...request, remoteId, status: state.status, dismissed: false, stored: task, batch: inBatch, createdAt, cost, pictures: [] };
      for (const [at, image] of (count > 0 ? store.saveCompletion(task, makeSources(count), makeAnswer()) : []).entries()) {
        const [width, height] = sizes[image.id % sizes.length] ?? [1, 1];
        const name = `2025/${folders[(image.id >> 1) % folders.length]}/${image.id}.png`;
        const stored = store.saveImage(image.id, { status: 'kept', file: makeFile({ path: name, savedAt: createdAt + at * (image.id % 3) * 700, width, height }) });
        const savedAt = stored.status === 'kept' ? stored.file.savedAt : 0;
        known.pictures.push({ id: image.id, task: known, savedAt, width, height, path: name, favourite: false, rating: 0, flag: 0, label: 0, note: null, tags: [], trashedAt: null });
      }
      tasks.push(known);
      classify(known);
    },
    /** Ends a task that is in progress. Of one whose outcome is unknown, a person says that they know. */
    settle(number: number): void {
      const open = tasks.filter(({ status, dismissed }) => status === 'processing' || (status === 'unknown' && !dismissed));
      const task = open[number % open.length];
      if (task === undefined) return;
      if (task.status === 'unknown') Object.assign(task, { dismissed: true, stored: { ...task.stored, dismissedAt: start } });
      else Object.assign(task, { status: 'paused', stored: { ...task.stored, state: { status: 'paused', remoteId: task.remoteId, by: 'user' } } });
      store.saveTask(task.stored);
      classify(task);
    },
    /** Removes a picture for good. */
    remove(id: number): void {
      // Only pictures outside the trash are removed in this way.
      store.markImages(Int32Array.of(id), { kind: 'restore' });
      store.saveImage(id, { status: 'removed', at: start });
      for (const { id: taskId, pictures: own } of tasks) if (own.splice(own.findIndex((picture) => picture.id === id) >>> 0, 1).length > 0) lessened.add(taskId);
      for (const album of inAlbums) album.splice(album.indexOf(id) >>> 0, 1);
    },
    /** Moves pictures to the end of an album. */
    place(number: number, ids: readonly number[]): void {
      const order = inAlbums[number] ?? [];
      const moved = new Set(ids.filter((id) => order.includes(id)));
      store.placeInAlbum(albums[number]?.id ?? '', Int32Array.from(moved), Float64Array.from(moved, () => (placedAt += 1)));
      order.splice(0, order.length, ...order.filter((id) => !moved.has(id)), ...moved);
    },
    mark(ids: readonly number[], mark: StoredMark): void {
      const wanted = [...new Set(ids)];
      trashedAt += 1;
      store.markImages(Int32Array.from(wanted), mark.kind === 'trash' ? { ...mark, at: trashedAt } : mark);
      const byId = new Map(pictures().map((picture) => [picture.id, picture]));
      for (const id of wanted) {
        const picture = byId.get(id);
        if (picture !== undefined) change(picture, mark);
      }
    },
  };

  /** Every save writes the whole task. */
  function classify({ row, batch, cost }: NaiveTask): void {
    db.prepare('UPDATE tasks SET batch = ?, cost = ? WHERE id = ?').run(batch || null, cost, row);
  }

  function change(picture: NaivePicture, mark: StoredMark): void {
    const album = mark.kind === 'album' || mark.kind === 'unalbum' ? (inAlbums[albums.findIndex(({ id }) => id === mark.album)] ?? []) : [];
    const at = album.indexOf(picture.id);
    switch (mark.kind) {
      case 'favourite':
        picture.favourite = mark.favourite;
        break;
      case 'rating':
        picture.rating = mark.rating;
        break;
      case 'flag':
        picture.flag = mark.flag === null ? 0 : mark.flag === 'pick' ? 1 : -1;
        break;
      case 'label':
        picture.label = mark.label === null ? 0 : labels.indexOf(mark.label) + 1;
        break;
      case 'note':
        picture.note = mark.note === '' ? null : mark.note;
        break;
      case 'tag':
        picture.tags = [...new Set([...picture.tags, mark.tag])];
        break;
      case 'untag':
        picture.tags = picture.tags.filter((tag) => tag !== mark.tag);
        break;
      case 'album':
        if (at < 0) album.push(picture.id);
        break;
      case 'unalbum':
        if (at >= 0) album.splice(at, 1);
        break;
      case 'trash':
        picture.trashedAt ??= trashedAt;
        break;
      case 'restore':
        picture.trashedAt = null;
        break;
    }
  }
}
