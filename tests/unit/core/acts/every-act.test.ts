import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Composed } from '../../../../electron/compose/compose.ts';
import { composeOnNode } from '../../../../electron/hosts/node/node-host.ts';
import { noOptions, practiceAccountId } from '../../../../shared/account.ts';
import type { Outputs } from '../../../../shared/ipc/api.ts';
import type { Channel, Input } from '../../../../shared/ipc/schemas.ts';
import type { Album } from '../../../../shared/library/albums.ts';
import type { SavedPrompt } from '../../../../shared/prompts/saved-prompt.ts';
import type { Task, TaskId } from '../../../../shared/task.ts';
import type { Direction, Reverted } from '../../../../shared/reverting.ts';
import type { UndoToken } from '../../../../shared/undo-token.ts';
import { threadsFolder } from '../../../support/built-threads.ts';

/** The calls that do something which can be undone. Whoever adds one writes down here how it is tried. */
type UndoableChannel = { readonly [C in Channel]: Outputs[C] extends { readonly token: UndoToken | null } ? C : never }[Channel];

interface Case<C extends UndoableChannel> {
  /** Puts in place what the act is about. */
  readonly prepare?: () => Promise<unknown>;
  readonly input: () => Input<C> | Promise<Input<C>>;
  /** What the act changes, and what is beside it. */
  readonly state: () => Promise<unknown>;
  /** Changes the same in another way. */
  readonly meanwhile: () => Promise<unknown>;
  /** Why it cannot be undone then. */
  readonly why?: 'changed' | 'gone' | 'later' | 'already';
  /** Whether the person is asked, in either direction. */
  readonly asks?: Partial<Record<Direction, boolean>>;
}

let home: string;
let app: Composed;
/** Two kept pictures of the first task. */
let pictures: readonly number[];

async function call<C extends Channel>(channel: C, input: Input<C>): Promise<Outputs[C]> {
  const answer = await app.callHandler(channel, input);
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code}`);
  return answer.value;
}

const request = (prompt: string) => ({ model: 'practice-1', prompt, size: '256x256', quality: '' });

async function submit(prompt: string, count = 1): Promise<readonly TaskId[]> {
  const taskIds = Array.from({ length: count }, () => randomUUID());
  return (await call('tasks:submit', { accountId: practiceAccountId, request: request(prompt), taskIds, retryOf: null })).taskIds;
}

const taskOf = async (taskId: TaskId): Promise<Task> => (await call('tasks:detail', { taskId })).task;

const imageIdsOf = async (taskId: TaskId): Promise<readonly number[]> => (await call('tasks:detail', { taskId })).images.flatMap(({ id, state }) => (state.status === 'kept' ? [id] : []));

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-acts-'));
  app = await composeOnNode({ userData: path.join(home, 'profile'), built: (file) => path.join(threadsFolder, file), version: '0.0.0', environmentKey: null, picturesFolder: path.join(home, 'pictures') });
  await app.start();
  const bought = await submit('two pictures', 2);
  [lost = ''] = await submit('[lost answer]');
  await vi.waitFor(async () => expect((await Promise.all(bought.map(imageIdsOf))).flat()).toHaveLength(2), { timeout: 50_000 });
  pictures = (await Promise.all(bought.map(imageIdsOf))).flat();
  await vi.waitFor(async () => expect((await taskOf(lost)).state.status).toBe('unknown'), { timeout: 50_000 });
  // From here on, nothing is sent.
  await call('settings:update', { queueStopped: true });
}, 120_000);
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

const selected = (...imageIds: readonly number[]) => ({ token: null, revision: 0, ranges: [], imageIds: [...imageIds] });
const first = (): number => pictures[0] ?? 0;
const second = (): number => pictures[1] ?? 0;
const marks = async (): Promise<unknown> => Promise.all(pictures.map((imageId) => call('marks:of', { imageId })));
const rate = (rating: number): Promise<unknown> => call('marks:set', { target: selected(first()), mark: { kind: 'rating', rating } });
const flag = (value: 'pick' | null): Promise<unknown> => call('marks:set', { target: selected(...pictures), mark: { kind: 'flag', flag: value } });

const album = (name: string, more: Partial<Album> = {}): Album => ({ id: '11111111-1111-4111-8111-111111111111', name, place: 1, pinned: false, takesNew: false, createdAt: 1, ...more });
const other: Album = { ...album('Other'), id: '22222222-2222-4222-8222-222222222222', place: 2 };
const albums = (): Promise<readonly Album[]> => call('albums:list', undefined);
const putAlbum = (one: Album): Promise<unknown> => call('albums:put', { album: one });
const queries = async (): Promise<readonly string[]> => (await call('searches:list', undefined)).map(({ query }) => query);
const searches = async (): Promise<readonly unknown[]> => (await call('searches:list', undefined)).map((one) => ({ ...one, id: null }));
const search = async (query: string): Promise<number> => (await call('searches:list', undefined)).find((each) => each.query === query)?.id ?? 0;
const inAlbum = (one: Album): Promise<unknown> => call('marks:set', { target: selected(...pictures), mark: { kind: 'album', album: one.id } });

const prompt = (id: number, title: string): SavedPrompt => ({ id, folder: '', title, prompt: 'a fox', choices: null, snippet: null, imageId: null, savedAt: 1 });
const prompts = (): Promise<unknown> => call('prompts:list', undefined);
const putPrompt = (one: SavedPrompt): Promise<unknown> => call('prompts:put', { prompts: [one] });

/** Tasks that wait, made for each case. */
let waiting: readonly TaskId[] = [];
const wait = async (): Promise<void> => void (waiting = await submit('waits', 2));
const waits = (): TaskId => waiting[0] ?? '';
/** A task of unknown outcome. */
let lost = '';
let batchId = '';
let moved: readonly TaskId[] = [];
let accountId = '';

const studio = { name: 'Studio', baseUrl: 'http://127.0.0.1:1', key: 'sk-1234567890', keeping: 'session' } as const;
const fieldsOf = async (): Promise<unknown> => (await call('app:snapshot', undefined)).accounts.find(({ id }) => id === practiceAccountId)?.options;
const setFields = (fields: Record<string, string>): Promise<unknown> => call('accounts:set-options', { accountId: practiceAccountId, options: { ...noOptions, fields } });
const batchName = async (): Promise<unknown> => (await call('app:snapshot', undefined)).batches.find(({ id }) => id === batchId)?.name;
const identity = async (): Promise<unknown> => {
  const { state, settled } = await taskOf(lost);
  return { remoteId: 'remoteId' in state ? state.remoteId : null, settled };
};
const giveId = (remoteId: string): Promise<unknown> => call('tasks:attach', { taskId: lost, remoteId, anyway: true });

const cases: { readonly [C in UndoableChannel]: readonly [Case<C>, ...Case<C>[]] } = {
  'marks:set': [{ input: () => ({ target: selected(first()), mark: { kind: 'rating', rating: 3 } }), state: marks, meanwhile: () => rate(5) }],
  'marks:decide': [{ input: () => ({ picked: [first()], rejected: [second()] }), state: marks, meanwhile: () => flag(null) }],
  'marks:retag': [
    {
      prepare: async () => {
        await call('marks:set', { target: selected(first()), mark: { kind: 'tag', tag: 'cat' } });
        await call('searches:save', { name: 'Cats', query: 'tag:cat' });
      },
      input: () => ({ from: ['cat'], to: 'feline', searches: [{ from: 'tag:cat', to: 'tag:feline' }] }),
      state: async () => [await marks(), await queries()],
      meanwhile: () => call('marks:retag', { from: ['feline'], to: 'lynx', searches: [{ from: 'tag:feline', to: 'tag:lynx' }] }),
    },
  ],
  'albums:put': [
    { input: () => ({ album: album('New') }), state: albums, meanwhile: () => putAlbum(album('Newer')) },
    {
      prepare: async () => {
        await putAlbum(album('Sea'));
        await call('searches:save', { name: 'By the sea', query: 'album:Sea' });
      },
      input: () => ({ album: album('Ocean'), searches: [{ from: 'album:Sea', to: 'album:Ocean' }] }),
      state: async () => [await albums(), await queries()],
      meanwhile: () => call('albums:put', { album: album('Lake'), searches: [{ from: 'album:Ocean', to: 'album:Lake' }] }),
    },
    {
      prepare: async () => {
        await putAlbum({ ...other, takesNew: true });
        await putAlbum(album('Taker'));
      },
      input: () => ({ album: album('Taker', { takesNew: true }) }),
      state: albums,
      meanwhile: () => putAlbum({ ...other, takesNew: true }),
    },
  ],
  'albums:remove': [{ prepare: () => putAlbum(album('Gone', { takesNew: true })), input: () => ({ albumId: album('').id }), state: albums, meanwhile: () => putAlbum(album('Back')) }],
  'albums:arrange': [
    {
      prepare: async () => {
        await putAlbum(album('One'));
        await putAlbum(other);
      },
      input: () => ({ entries: [{ kind: 'album', id: album('').id, place: 7, pinned: true }] }),
      state: albums,
      meanwhile: () => call('albums:arrange', { entries: [{ kind: 'album', id: album('').id, place: 8, pinned: true }] }),
    },
  ],
  'albums:move': [
    {
      prepare: async () => {
        await putAlbum(album('Ordered'));
        await inAlbum(album('Ordered'));
      },
      input: async () => {
        const view = await call('library:open-gallery', { search: 'album:Ordered' });
        if (view === null) throw new Error('no view');
        return { albumId: album('').id, token: view.token, revision: 0, target: selected(second()), to: 0 };
      },
      state: async () => {
        const view = await call('library:open-gallery', { search: 'album:Ordered' });
        return view && [...view.first.ids];
      },
      meanwhile: async () => {
        const view = await call('library:open-gallery', { search: 'album:Ordered' });
        if (view) await call('albums:move', { albumId: album('').id, token: view.token, revision: 0, target: selected(first()), to: 0 });
      },
      why: 'later',
    },
  ],
  'searches:remove': [
    {
      prepare: async () => {
        await call('searches:save', { name: 'Foxes', query: 'fox' });
        await call('albums:arrange', { entries: [{ kind: 'search', id: await search('fox'), place: 4, pinned: true }] });
      },
      input: async () => ({ id: await search('fox') }),
      state: searches,
      meanwhile: () => call('searches:save', { name: 'Again', query: 'fox' }),
    },
  ],
  'prompts:put': [
    { input: () => ({ prompts: [prompt(1, 'New')] }), state: prompts, meanwhile: () => putPrompt(prompt(1, 'Newer')) },
    { prepare: () => putPrompt(prompt(2, 'Before')), input: () => ({ prompts: [prompt(2, 'After')] }), state: prompts, meanwhile: () => call('prompts:remove', { ids: [2] }), why: 'gone' },
  ],
  'prompts:remove': [{ prepare: () => putPrompt(prompt(3, 'Gone')), input: () => ({ ids: [3] }), state: prompts, meanwhile: () => putPrompt(prompt(3, 'Back')) }],
  'accounts:set-options': [{ input: () => ({ accountId: practiceAccountId, options: { ...noOptions, fields: { seed: '1' } } }), state: fieldsOf, meanwhile: () => setFields({ seed: '2' }) }],
  'accounts:remove': [
    {
      prepare: async () => {
        ({ accountId } = await call('accounts:add', studio));
        [waiting] = [(await call('tasks:submit', { accountId, request: request('of Studio'), taskIds: [randomUUID()], retryOf: null })).taskIds];
      },
      input: () => ({ accountId }),
      state: async () => [(await call('app:snapshot', undefined)).accounts.find(({ id }) => id === accountId)?.removed, (await taskOf(waits())).state.status],
      meanwhile: () => call('accounts:add', studio),
      asks: { undo: true },
    },
  ],
  'batches:rename': [
    {
      prepare: async () => {
        batchId = randomUUID();
        await call('tasks:submit-batch', { batchId, accountId: practiceAccountId, name: 'Before', recipe: { from: 'prompt' }, tasks: [{ taskId: randomUUID(), request: request('of a batch'), retryOf: null }] });
      },
      input: () => ({ batchId, name: 'After' }),
      state: batchName,
      meanwhile: () => call('batches:rename', { batchId, name: 'Later' }),
    },
  ],
  'queue:move': [
    {
      prepare: async () => {
        await wait();
        moved = waiting;
      },
      input: () => ({ moves: [{ taskId: waits(), place: 5 }] }),
      state: async () => Promise.all(moved.map(async (id) => (await taskOf(id)).place)),
      meanwhile: () => call('queue:move', { moves: [{ taskId: waits(), place: 6 }] }),
    },
  ],
  'tasks:edit': [{ prepare: wait, input: () => ({ taskId: waits(), request: request('edited') }), state: async () => (await taskOf(waits())).request.prompt, meanwhile: () => call('tasks:edit', { taskId: waits(), request: request('edited again') }), asks: { undo: true, redo: true } }],
  'tasks:withdraw': [{ prepare: wait, input: () => ({ taskIds: [waits()] }), state: async () => Promise.all(waiting.map(async (id) => (await taskOf(id)).state.status)), meanwhile: () => app.callHandler('undo:run', { token, what: 'undo', agreed: true }), why: 'already', asks: { undo: true } }],
  'tasks:dismiss': [{ input: () => ({ taskIds: [lost] }), state: async () => (await taskOf(lost)).dismissedAt === null, meanwhile: () => app.callHandler('undo:run', { token, what: 'undo', agreed: false }), why: 'already' }],
  'tasks:settle': [{ input: () => ({ costs: [{ taskId: lost, cost: '2' }] }), state: async () => (await taskOf(lost)).settled, meanwhile: () => call('tasks:settle', { costs: [{ taskId: lost, cost: '3' }] }), asks: { undo: true, redo: true } }],
  'tasks:attach': [{ input: () => ({ taskId: lost, remoteId: 'found', anyway: true }), state: identity, meanwhile: () => giveId('another'), asks: { undo: true, redo: true } }],
  'tasks:detach': [{ prepare: () => giveId('wrong'), input: () => ({ taskIds: [lost] }), state: identity, meanwhile: () => giveId('right'), asks: { undo: true, redo: true } }],
};

/** Of the act of the present case. */
let token: UndoToken = '';

/** Undoes or redoes an act, and agrees to what is asked. */
async function revert(what: Direction, asks = false): Promise<Reverted> {
  const answer = await call('undo:run', { token, what, agreed: false });
  expect(answer.came === 'asks', `${what} asks`).toBe(asks);
  return answer.came === 'asks' ? call('undo:run', { token, what, agreed: true }) : answer;
}

const all = Object.entries(cases).flatMap(([channel, some]) => some.map((one, at): readonly [string, UndoableChannel, Case<UndoableChannel>] => [`${channel} ${at + 1}`, channel as UndoableChannel, one as Case<UndoableChannel>]));

describe('what was done', () => {
  it.each(all)('%s is undone and done again, and left alone once it was changed since', async (_, channel, { prepare, input, state, meanwhile, why = 'changed', asks = {} }) => {
    await prepare?.();
    const before = await state();
    const given = await input();
    const done = await call(channel, given);
    token = done.token ?? expect.fail('no token');
    const after = await state();
    expect(after).not.toEqual(before);
    expect(await revert('undo', asks.undo)).toMatchObject({ came: 'done', left: 0, kept: 0 });
    expect(await state(), 'undone').toEqual(before);
    expect(await revert('undo'), 'a second time').toEqual({ came: 'nothing', why: 'already' });
    expect(await revert('redo', asks.redo)).toMatchObject({ came: 'done', left: 0, kept: 0 });
    expect(await state(), 'done again').toEqual(after);

    await meanwhile();
    const changed = await state();
    expect(await revert('undo')).toEqual({ came: 'nothing', why });
    expect(await state(), 'what was changed since').toEqual(changed);
  });

  it('cannot be undone by a token that is not known', async () => {
    token = randomUUID();
    expect(await revert('undo')).toEqual({ came: 'nothing', why: 'forgotten' });
  });
});

describe('tasks that were cancelled', () => {
  const reasons = async (): Promise<readonly unknown[]> => Promise.all(waiting.map(async (id) => (await taskOf(id)).state));

  it('come back on hold if nobody was asked', async () => {
    await wait();
    token = (await call('tasks:withdraw', { taskIds: [...waiting] })).token ?? '';
    expect(await call('undo:run', { token, what: 'undo', agreed: true })).toMatchObject({ came: 'done', count: 2 });
    expect(await reasons()).toEqual(waiting.map(() => ({ status: 'queued', waitingFor: 'held' })));
  });

  it('that were on hold are not asked about, and are on hold again; what was left of them in the queue since is left alone', async () => {
    token = (await call('tasks:withdraw', { taskIds: [...waiting] })).token ?? '';
    expect(await revert('undo')).toMatchObject({ came: 'done', count: 2 });
    expect(await reasons()).toEqual(waiting.map(() => ({ status: 'queued', waitingFor: 'held' })));
  });
});

describe('options of an account', () => {
  it('that decide about money cannot be undone', async () => {
    const budget = { day: null, month: null, total: '5' };
    expect(await call('accounts:set-options', { accountId: practiceAccountId, options: { ...noOptions, budget, fields: { seed: '9' } } })).toEqual({ token: null });
    await call('accounts:set-options', { accountId: practiceAccountId, options: noOptions });
  });
});
