import { appErrorOf, AppFailure, type AppError } from '../../../shared/errors.ts';
import type { Album, ListedPlace } from '../../../shared/library/albums.ts';
import type { MarkStep, RewrittenSearch, SavedSearch } from '../../../shared/library/marks.ts';
import type { SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import type { UndoToken } from '../../../shared/undo-token.ts';
import type { AlbumStore } from '../library/albums/album-store.ts';
import type { SavedSearchStore } from '../library/marks/mark-store.ts';
import type { Marker } from '../library/marks/marker.ts';
import type { PromptReader, SavedPromptStore } from '../library/stores/prompt-store.ts';
import { allOf, changing, stepsOf, type ChangeDeps } from '../undo/change-step.ts';
import type { UndoLog, UndoStep } from '../undo/undo-log.ts';
import { createSequencer } from '../util/sequencer.ts';
import type { Clock } from '../util/clock.ts';

/** What a person does with albums, saved searches and saved prompts. Each call resolves to a token, which is null if it changed nothing. */
export interface LibraryActs {
  /** Creates or changes an album, and then the texts of saved searches that name it. `failure`: why these stayed as they were, if so. */
  putAlbum(album: Album, searches: readonly RewrittenSearch[]): Promise<{ readonly token: UndoToken | null; readonly failure: AppError | null }>;
  removeAlbum(id: string): Promise<UndoToken | null>;
  arrange(entries: readonly ListedPlace[]): Promise<UndoToken | null>;
  removeSearch(id: number): Promise<UndoToken | null>;
  /** Replaces tags on all pictures, and then in the texts of saved searches. */
  retag(from: readonly string[], to: string | null, searches: readonly RewrittenSearch[]): Promise<MarkStep>;
  /** Rejects with `too-many-prompts` or `snippet-taken`. */
  putPrompts(prompts: readonly SavedPrompt[]): Promise<UndoToken | null>;
  removePrompts(ids: readonly number[]): Promise<UndoToken | null>;
}

export interface LibraryActsDeps {
  readonly repository: AlbumStore & SavedSearchStore & SavedPromptStore;
  readonly views: Pick<PromptReader, 'savedPrompts'>;
  readonly marker: Pick<Marker, 'retag'>;
  readonly undoLog: UndoLog;
  readonly clock: Pick<Clock, 'now'>;
}

/** Prompts that are written in one commit. Two thousand long prompts have 16 MB, and would delay other commits. */
const putAtOnce = 100;

/** What an act can change of an album. Only one album takes the pictures of new tasks, so that is one value of all: its id. */
type AlbumKey = `name ${string}` | 'taker';

export function createLibraryActs({ repository, views, marker, undoLog, clock }: LibraryActsDeps): LibraryActs {
  const sequencer = createSequencer();
  /** One act or undo at a time, because each reads what is there and then writes. */
  const inOrder = <T>(run: () => Promise<T>): Promise<T> => sequencer.run('library', run);
  const ordered = (step: UndoStep): UndoStep => ({ ...step, undo: (agreed) => inOrder(() => step.undo(agreed)), redo: (agreed) => inOrder(() => step.redo(agreed)) });
  const record = (step: UndoStep | null): UndoToken | null => step && undoLog.record(ordered(step));

  const takerOf = (albums: readonly Album[]): string | null => albums.find(({ takesNew }) => takesNew)?.id ?? null;

  const aspects: ChangeDeps<AlbumKey, string | null> = {
    async read(keys) {
      const albums = await repository.albums();
      const now = new Map<AlbumKey, string | null>([['taker', takerOf(albums)], ...albums.map(({ id, name }): [AlbumKey, string] => [`name ${id}`, name])]);
      return new Map([...now].filter(([key]) => keys.includes(key)));
    },
    async write(changes) {
      for (const { key, from, to } of changes) {
        const albums = await repository.albums();
        const album = albums.find(({ id }) => (key === 'taker' ? id === (to ?? from) : key === `name ${id}`));
        // If the album that took new pictures before is gone, none takes them.
        const former = key === 'taker' && album === undefined ? albums.find(({ id }) => id === from) : undefined;
        if (former) await repository.putAlbum({ ...former, takesNew: false });
        if (album) await repository.putAlbum({ ...album, ...(key === 'taker' ? { takesNew: to !== null } : { name: to ?? album.name }) });
      }
      return { done: changes.map(({ key }) => key), failure: null };
    },
  };

  const presence: ChangeDeps<string, Album | null> = {
    async read(ids) {
      const albums = await repository.albums();
      return new Map(ids.map((id) => [id, albums.find((album) => album.id === id) ?? null]));
    },
    write: (changes) =>
      allOf(changes, async () => {
        for (const { key, to } of changes) {
          if (to === null) await repository.removeAlbum(key, clock.now());
          else await repository.putAlbum({ ...to, takesNew: to.takesNew && takerOf(await repository.albums()) === null });
        }
      }),
  };

  const keyOf = ({ kind, id }: Pick<ListedPlace, 'kind' | 'id'>): string => `${kind} ${id}`;
  const places = (entries: readonly ListedPlace[]): ChangeDeps<string, Pick<ListedPlace, 'place' | 'pinned'>> => ({
    async read(keys) {
      const [albums, searches] = await Promise.all([repository.albums(), repository.savedSearches()]);
      const known = new Map<string, Pick<ListedPlace, 'place' | 'pinned'>>();
      for (const { id, place, pinned } of albums) known.set(keyOf({ kind: 'album', id }), { place, pinned });
      for (const { id, place, pinned } of searches) known.set(keyOf({ kind: 'search', id }), { place, pinned });
      return new Map([...known].filter(([key]) => keys.includes(key)));
    },
    write: (changes) =>
      allOf(changes, () => {
        const to = new Map(changes.map((change) => [change.key, change.to]));
        return repository.arrange(entries.flatMap((entry) => (to.has(keyOf(entry)) ? [{ ...entry, ...to.get(keyOf(entry)) } as ListedPlace] : [])));
      }),
  });

  /** Saved searches by their texts, because one that is saved again has another id. */
  const searches: ChangeDeps<string, Omit<SavedSearch, 'id'> | null> = {
    async read(queries) {
      const saved = await repository.savedSearches();
      return new Map(
        queries.map((query) => {
          const found = saved.find((search) => search.query === query);
          if (found === undefined) return [query, null];
          const { id: _, ...search } = found;
          return [query, search];
        }),
      );
    },
    write: (changes) =>
      allOf(changes, async () => {
        for (const { key, to } of changes) {
          if (to !== null) await repository.saveSearch(to.name, to.query, to.savedAt);
          const id = (await repository.savedSearches()).find(({ query }) => query === key)?.id;
          if (id === undefined) continue;
          if (to === null) await repository.removeSearch(id);
          else if (to.pinned || to.place !== null) await repository.arrange([{ kind: 'search', id, place: to.place, pinned: to.pinned }]);
        }
      }),
  };

  const texts: ChangeDeps<number, string> = {
    async read(ids) {
      return new Map((await repository.savedSearches()).flatMap(({ id, query }) => (ids.includes(id) ? [[id, query] as const] : [])));
    },
    write: (changes) => allOf(changes, () => repository.rewriteSearches(changes)),
  };

  /** Rewrites saved searches. Resolves to what undoes it (none: nothing was rewritten), and the reason if it failed. */
  const rewrite = async (changes: readonly RewrittenSearch[]): Promise<{ readonly steps: readonly UndoStep[]; readonly failure: AppError | null }> => {
    if (changes.length === 0) return { steps: [], failure: null };
    try {
      const step = await changing((await repository.savedSearches()).map(({ id }) => id), texts, () => repository.rewriteSearches(changes));
      return { steps: step ? [step] : [], failure: null };
    } catch (error) {
      return { steps: [], failure: appErrorOf(error) };
    }
  };

  const prompts: ChangeDeps<number, SavedPrompt | null> = {
    async read(ids) {
      const known = new Map((await views.savedPrompts(ids)).map((prompt) => [prompt.id, prompt]));
      return new Map(ids.map((id) => [id, known.get(id) ?? null]));
    },
    async write(changes) {
      const done: number[] = [];
      const gone = changes.filter(({ to }) => to === null).map(({ key }) => key);
      try {
        if (gone.length > 0) await repository.removePrompts(gone);
        done.push(...gone);
        const put = changes.flatMap(({ to }) => to ?? []);
        for (let at = 0; at < put.length; at += putAtOnce) {
          const part = put.slice(at, at + putAtOnce);
          const outcome = await repository.putPrompts(part);
          if (outcome !== 'saved') throw new AppFailure(outcome);
          done.push(...part.map(({ id }) => id));
        }
      } catch (failure) {
        return { done, failure };
      }
      return { done, failure: null };
    },
  };
  const changePrompts = (changes: readonly { readonly key: number; readonly to: SavedPrompt | null }[]): Promise<UndoToken | null> =>
    inOrder(async () => {
      const step = await changing(changes.map(({ key }) => key), prompts, async () => {
        const { failure } = await prompts.write(changes.map((change) => ({ ...change, from: null })));
        if (failure !== null) throw failure;
      });
      return record(step);
    });

  return {
    putAlbum: (album, rewritten) =>
      inOrder(async () => {
        const isNew = (await repository.albums()).every(({ id }) => id !== album.id);
        const put = (): Promise<void> => repository.putAlbum(album);
        const step = isNew ? await changing([album.id], presence, put) : await changing([`name ${album.id}`, 'taker'], aspects, put);
        const { steps, failure } = await rewrite(rewritten);
        return { token: record(step && stepsOf(step, steps)), failure };
      }),
    removeAlbum: (id) => inOrder(async () => record(await changing([id], presence, () => repository.removeAlbum(id, clock.now())))),
    arrange: (entries) => inOrder(async () => record(await changing(entries.map(keyOf), places(entries), () => repository.arrange(entries)))),
    removeSearch: (id) =>
      inOrder(async () => {
        const query = (await repository.savedSearches()).find((search) => search.id === id)?.query;
        return query === undefined ? null : record(await changing([query], searches, () => repository.removeSearch(id)));
      }),
    async retag(from, to, rewritten) {
      const tagged = await marker.retag(from, to);
      if (tagged.token === null) return tagged;
      const { steps, failure } = await inOrder(() => rewrite(rewritten));
      const both = { ...tagged, failure: tagged.failure ?? failure };
      return steps.length === 0 ? both : { ...both, token: record(stepsOf(asStep(tagged.token), steps)) };
    },
    putPrompts: (all) => changePrompts(all.map((prompt) => ({ key: prompt.id, to: prompt }))),
    removePrompts: (ids) => changePrompts(ids.map((key) => ({ key, to: null }))),
  };

  /** An act that main remembers already, as the first step of another one. */
  function asStep(token: UndoToken): UndoStep {
    return { undo: (agreed) => undoLog.run(token, 'undo', agreed), redo: (agreed) => undoLog.run(token, 'redo', agreed) };
  }
}
