import { vi } from 'vitest';
import { splicesBetween } from '../../../electron/database/views/splices.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Api, Change, ChangeBatch, Outputs, Snapshot } from '../../../shared/ipc/api.ts';
import type { Input } from '../../../shared/ipc/schemas.ts';
import type { Album } from '../../../shared/library/albums.ts';
import type { Matrix } from '../../../shared/library/batch-matrix.ts';
import { marksShown, noMarks, packedMarks, type ImageMarks } from '../../../shared/library/marks.ts';
import type { PictureColumns } from '../../../shared/library/view.ts';
import type { Result } from '../../../shared/result.ts';
import { ok } from '../../../shared/result.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import type { TaskWithImages } from '../../../shared/task.ts';
import type { Reverted } from '../../../shared/reverting.ts';
import type { WildcardFolder } from '../../../shared/templates/wildcard-files.ts';

export const snapshot: Snapshot = {
  sequence: 5,
  version: '0.1.0',
  platform: 'linux',
  spoken: { language: 'en', locale: 'en-GB' },
  command: ['latent'],
  settings: { ...defaultSettings, compose: { model: 'm', size: '1024x1024', quality: 'low' } },
  libraryFolder: '/pictures',
  accounts: [],
  selectedAccountId: '11111111-1111-4111-8111-111111111111',
  keyring: 'available',
  environmentKey: null,
  head: [],
  batches: [],
  prices: [],
  suggestions: { models: [], sizes: [], qualities: [] },
  usedMarks: { favourite: true, label: true },
  notices: [],
  librarySearch: { looking: null, rounds: 0, last: null },
  imports: { latest: null, round: 0, byHand: 0 },
  exporting: null,
  mirroring: null,
  updates: null,
  news: null,
};

/** Square pictures from a position of a view on, a second apart. */
export function columns(ids: readonly number[], first = 0): PictureColumns {
  const filled = (value: number): Int32Array => new Int32Array(ids.length).fill(value);
  return { first, ids: Int32Array.from(ids), savedAt: Int32Array.from(ids), widths: filled(1), heights: filled(1), marks: new Uint16Array(ids.length) };
}

type Opened = Outputs['library:open-gallery'];

/** The functions that the preload adds to the window, answered by the test. */
export class FakeMain {
  readonly calls: [string, unknown][] = [];
  snapshot: Result<Snapshot> = ok(snapshot);
  /** All pictures of a view by its search, newest first. */
  viewOf: (search: string) => readonly number[] | Promise<readonly number[]> = () => [];
  viewSequence = 5;
  /** How many pictures of a view its first answer has. */
  comesFirst = 200;
  /** If set, the first answer has only the beginning of a view, and the total is known once this resolves. */
  counting: Promise<unknown> | null = null;
  /** The token of a view whose first answer turns out to be wrong. */
  doubted: number | null = null;
  private token = 0;
  private search = '';
  private revision = 0;
  /** The pictures of the latest revision, and of the one before. */
  private ids: readonly number[] = [];
  private before: readonly number[] = [];
  /** The answer of tasks:submit, or null if it accepts. */
  refusal: AppError | null = null;
  /** The error of library:open-gallery, or null if it returns a view. */
  fails: AppError | null = null;
  prompts: readonly string[] = [];
  /** Whether main cancels a task, or takes what it cost. */
  takes: (taskId: string) => boolean = () => true;
  /** Each has one picture. */
  albums: readonly Album[] = [];
  /** What creating or changing an album waits for, and its error. */
  albumPut: Promise<AppError | null> = Promise.resolve(null);
  /** What the copies of reference pictures wait for. */
  copied: Promise<Outputs['references:choose']> = Promise.resolve([]);
  /** The grid of every batch, the tasks of its rows, and what reading those waits for. */
  matrix: Matrix | null = null;
  matrixEntries: ReadonlyMap<number, TaskWithImages> = new Map();
  matrixRead: Promise<unknown> = Promise.resolve();
  /** The wildcard files as they are read next. Null: as before. */
  wildcards: WildcardFolder | null = null;
  /** What comes of an undo or redo. */
  reverts: (input: Input<'undo:run'>) => Reverted = () => ({ came: 'done', count: 1, left: 0, kept: 0 });
  /** Pictures whose files are gone. */
  absent: readonly number[] = [];
  /** Those of them that another program changed. */
  changed: number[] = [];
  /** The tasks whose details can be read. */
  details: readonly TaskWithImages[] = [];
  descriptions: readonly unknown[] = [];
  /** What reading those waits for. */
  described: Promise<unknown> = Promise.resolve();
  /** The present ratings. Other pictures have none. */
  ratings: ReadonlyMap<number, number> = new Map();
  readonly #marksOf = (id: number): ImageMarks => ({ ...noMarks, rating: this.ratings.get(id) ?? 0 });
  private readonly listeners = new Set<(batch: ChangeBatch) => void>();
  /** Runs after the subscription, before the snapshot is answered. */
  beforeSnapshot: () => void = () => undefined;

  /** Installs it as the window. Modules that are imported afterwards use it. */
  install(): void {
    vi.resetModules();
    const answers: Partial<Record<keyof Api, (input: never) => unknown>> = {
      appSnapshot: () => {
        this.beforeSnapshot();
        return this.snapshot;
      },
      libraryOpenGallery: ({ search }: { search: string }) => (this.fails ? { ok: false, error: this.fails } : this.openView(search)),
      libraryReady: async ({ token }: { token: number }) => {
        await this.counting;
        return ok(token === this.token && token !== this.doubted ? { total: this.ids.length, months: new Int32Array(), starts: new Int32Array() } : null);
      },
      libraryAdvance: (input: Input<'library:advance'>) => (this.fails ? { ok: false, error: this.fails } : this.advance(input)),
      libraryPictures: ({ token, revision, range: [first, end] }: Input<'library:pictures'>) =>
        ok(token === this.token ? this.marked(columns((revision === this.revision ? this.ids : this.before).slice(first, end), first)) : null),
      libraryLocatePicture: ({ token, imageId }: { token: number; imageId: number }) => ok(token === this.doubted ? null : this.ids.indexOf(imageId)),
      tasksSubmit: ({ taskIds }: { taskIds: string[] }) => (this.refusal ? { ok: false, error: this.refusal } : ok({ taskIds })),
      tasksSubmitBatch: ({ tasks }: { tasks: { taskId: string }[] }) => (this.refusal ? { ok: false, error: this.refusal } : ok({ taskIds: tasks.map(({ taskId }) => taskId) })),
      matrixOpen: () => ok(this.matrix),
      matrixTasks: async ({ rows }: { rows: number[] }) => {
        const entries = this.matrixEntries;
        const tasks = rows.flatMap((row) => entries.get(row) ?? []);
        const imageIds = Int32Array.from(tasks.flatMap(({ images }) => images.map(({ id }) => id)));
        const marks = Uint16Array.from(imageIds, (id) => packedMarks(marksShown(this.#marksOf(id))));
        await this.matrixRead;
        return ok({ tasks, imageIds, marks });
      },
      wildcardsFolder: () => ok(this.wildcards),
      tasksPrompts: () => ok(this.prompts),
      referencesChoose: async () => ok(await this.copied),
      imagesAbsent: ({ imageIds }: { imageIds: number[] }) => ok({ imageIds: imageIds.filter((id) => this.absent.includes(id)), changed: imageIds.filter((id) => this.changed.includes(id)), folderIsThere: this.absent.length === 0 }),
      imagesDescribe: async () => {
        const { descriptions } = this;
        await this.described;
        return ok(descriptions);
      },
      marksOf: ({ imageId }: { imageId: number }) => ok(this.#marksOf(imageId)),
      tasksDetail: ({ taskId }: { taskId: string }) => {
        const detail = this.details.find(({ task }) => task.id === taskId);
        return detail ? ok({ ...detail, lastAnswer: null }) : { ok: false, error: { code: 'not-found' } };
      },
      imagesDrag: () => ok({ files: 1, missing: 0 }),
      thumbnailsInSight: () => ok([]),
      tasksDismiss: ({ taskIds }: { taskIds: string[] }) => ok({ taskIds, token: 'dismiss' }),
      tasksWithdraw: ({ taskIds }: { taskIds: string[] }) => ok({ taskIds: taskIds.filter(this.takes), token: 'withdraw' }),
      tasksSettle: ({ costs }: { costs: { taskId: string }[] }) => ok({ taskIds: costs.map(({ taskId }) => taskId).filter(this.takes), token: 'settle' }),
      tasksAttach: () => ok({ token: 'attach' }),
      tasksDetach: ({ taskIds }: { taskIds: string[] }) => ok({ taskIds, token: 'detach' }),
      undoRun: (input: Input<'undo:run'>) => ok(this.reverts(input)),
      appRemember: () => ok(undefined),
      albumsList: () => ok(this.albums),
      albumsCounts: () => ok(this.albums.map(({ id }) => ({ id, pictures: 1 }))),
      albumsPut: async ({ album }: { album: Album }) => {
        const error = await this.albumPut;
        if (error) return { ok: false, error };
        this.albums = [...this.albums.filter(({ id }) => id !== album.id), album];
        return ok({ albums: this.albums, token: 'album', failure: null });
      },
      marksSet: ({ mark }: Input<'marks:set'>) => ok({ pictures: 1, mark, token: null, failure: null }),
      settingsUpdate: () => ok(snapshot.settings),
      accountsConfirm: () => ok(undefined),
      accountsResumeSending: () => ok(undefined),
      accountsTestNew: () => ok({ outcome: 'accepted' }),
      accountsAdd: () => ok({ accountId: '22222222-2222-4222-8222-222222222222' }),
    };
    const api = Object.fromEntries(
      Object.entries(answers).map(([name, answer]) => [
        name,
        (input: never) => {
          this.calls.push([name, input]);
          return Promise.resolve(answer(input));
        },
      ]),
    );
    vi.stubGlobal('window', {
      // A wide window.
      matchMedia: () => ({ matches: false }),
      api: {
        ...api,
        onChanges: (listener: (batch: ChangeBatch) => void) => {
          this.listeners.add(listener);
          return () => this.listeners.delete(listener);
        },
      },
    });
  }

  private marked(of: PictureColumns): PictureColumns {
    return { ...of, marks: Uint16Array.from(of.ids, (id) => packedMarks(marksShown(this.#marksOf(id)))) };
  }

  private async openView(search: string): Promise<Result<Opened>> {
    this.token += 1;
    const { token } = this;
    const sequence = this.viewSequence;
    const ids = await this.viewOf(search);
    if (token === this.token) [this.ids, this.search, this.revision] = [ids, search, 0];
    return ok({ token, first: columns(ids.slice(0, this.comesFirst)), total: this.counting ? null : ids.length, byHand: null, sequence });
  }

  private async advance({ token, imageIds = [], without = [] }: Input<'library:advance'>): Promise<Result<Outputs['library:advance']>> {
    const ids = (await this.viewOf(this.search)).filter((id) => !without.includes(id));
    if (token !== this.token) return ok(null);
    const splices = splicesBetween(Int32Array.from(this.ids), Int32Array.from(ids));
    if (splices.length > 0) [this.before, this.ids, this.revision] = [this.ids, ids, this.revision + 1];
    return ok({ revision: this.revision, splices, located: imageIds.map((id) => ids.indexOf(id)), total: ids.length, months: new Int32Array(), starts: new Int32Array() });
  }

  /** Closes the view, as if the thread that held it had been started again. */
  forgetView(): void {
    this.token += 1;
  }

  send(sequence: number, ...changes: Change[]): void {
    for (const listener of this.listeners) listener({ sequence, changes });
  }

  get listenerCount(): number {
    return this.listeners.size;
  }

  inputsOf(name: keyof Api): unknown[] {
    return this.calls.filter(([called]) => called === name).map(([, input]) => input);
  }
}
