import { describe, expect, test } from 'vitest';
import type { BatchWithProgress } from '../../../../shared/batch.ts';
import { noAmount } from '../../../../shared/money/amount.ts';
import { defaultSettings } from '../../../../shared/settings.ts';
import { newTask, saidNothing, type Image, type TaskState, type TaskWithImages } from '../../../../shared/task.ts';
import { createTrayFacts, type TrayState } from '../../../../shared/tray/tray-facts.ts';
import { trayMenu, trayTooltip } from '../../../../shared/tray/tray-menu.ts';
import { wordsFor } from '../../../../shared/words/index.ts';

const say = wordsFor('en-US');
const idle: TrayState = { underWay: 0, waiting: 0, undecided: 0, failed: 0, batches: [], isHeld: false, queued: 0 };
const names = (state: Partial<TrayState>, pictures: Parameters<typeof trayMenu>[2] = []): readonly string[] => trayMenu(say, { ...idle, ...state }, pictures).map((item) => (item.kind === 'line' ? '—' : item.name));

describe('the menu', () => {
  test('with nothing to do', () => {
    expect(names({})).toEqual(['Open Latent', '—', 'Nothing in progress', 'Hold All', '—', 'Settings…', 'Quit Latent']);
  });

  test('with everything', () => {
    const batches = [{ name: 'Foxes', ended: 1, tasks: 1200 }];
    expect(names({ underWay: 1, waiting: 2, undecided: 1, failed: 3, batches, isHeld: true }, [{ imageId: 7, prompt: 'a  fox\nin snow' }, { imageId: 6, prompt: '' }])).toEqual([
      'Open Latent', '—', '1 task in progress', 'Foxes: 1 of 1,200', '1 task needs your decision', '3 tasks failed', '2 tasks wait for you', 'Resume All', '—', 'Latest Pictures', 'a fox in snow', 'Picture', '—', 'Settings…', 'Quit Latent',
    ]);
  });

  test('names a few batches, and counts the others', () => {
    const batches = Array.from({ length: 7 }, (_, at) => ({ name: `Batch ${at}`, ended: 0, tasks: 2 }));
    expect(names({ batches }).slice(3, 9)).toEqual(['Batch 0: 0 of 2', 'Batch 1: 0 of 2', 'Batch 2: 0 of 2', 'Batch 3: 0 of 2', 'Batch 4: 0 of 2', '2 more batches']);
  });

  test('a long prompt is cut between characters that a person sees as one', () => {
    const family = '👨‍👩‍👧‍👦';
    const [name = ''] = names({}, [{ imageId: 1, prompt: family.repeat(60) }]).slice(6, 7);
    expect(name).toBe(`${family.repeat(39)}…`);
    expect(names({}, [{ imageId: 1, prompt: 'x'.repeat(100_000) }])[6]).toBe(`${'x'.repeat(39)}…`);
  });

  test('where its rows lead', () => {
    const acts = trayMenu(say, { ...idle, underWay: 1, undecided: 1, failed: 1, waiting: 1, batches: [{ name: 'Foxes', ended: 0, tasks: 1 }] }, [{ imageId: 7, prompt: 'fox' }]).flatMap((item) => (item.kind === 'act' ? [item.act] : []));
    expect(acts).toEqual([
      { do: 'show' },
      { do: 'show', what: { kind: 'tasks', section: 'progress' } },
      { do: 'show', what: { kind: 'batch', name: 'Foxes' } },
      { do: 'show', what: { kind: 'tasks', section: 'problems' } },
      { do: 'show', what: { kind: 'tasks', section: 'problems' } },
      { do: 'show', what: { kind: 'tasks', section: 'waiting' } },
      { do: 'hold' },
      { do: 'show', what: { kind: 'picture', imageId: 7 } },
      { do: 'show', what: { kind: 'settings' } },
      { do: 'quit' },
    ]);
  });

  test('nothing in it sends anything by itself but what asks in the window', () => {
    const held = trayMenu(say, { ...idle, isHeld: true, queued: 2 }, []);
    expect(held.find((item) => item.kind === 'act' && item.name === 'Resume All')).toMatchObject({ act: { do: 'resume' } });
  });
});

test.each([
  [{}, 'Latent'],
  [{ underWay: 1 }, 'Latent: 1 task in progress'],
  [{ isHeld: true }, 'Latent: the queue is on hold'],
  [{ isHeld: true, underWay: 2 }, 'Latent: 2 tasks in progress, the queue is on hold'],
])('the tooltip of %j', (state, text) => {
  expect(trayTooltip(say, { ...idle, ...state })).toBe(text);
});

describe('what is followed', () => {
  const image = (taskId: string, status: 'kept' | 'waiting'): Image => ({ id: 1, taskId, index: 0, state: status === 'kept' ? { status, file: {} as never } : { status, attempts: 0, trouble: null } });
  const entry = (id: string, state: TaskState, images: readonly Image[] = [], dismissedAt: number | null = null): TaskWithImages => ({ task: { ...newTask(id, 'a', { model: '', prompt: id, size: '', quality: '' }, null, 0), state, dismissedAt }, images });
  const queued = (id: string, waitingFor: Extract<TaskState, { status: 'queued' }>['waitingFor']): TaskWithImages => entry(id, { status: 'queued', waitingFor });
  const batch = (id: string, queuedTasks: number, createdAt = 0): BatchWithProgress => ({
    id,
    accountId: 'a',
    name: id,
    createdAt,
    recipe: { from: 'list' },
    hold: null,
    place: 0,
    progress: { tasks: 5, queued: queuedTasks, running: 0, made: 0, empty: 0, failed: 0, unknown: 0, lost: 0, withdrawn: 1, spent: noAmount, rest: noAmount, unpriced: 0, latest: null },
  });
  const facts = (...head: readonly TaskWithImages[]) => {
    const made = createTrayFacts();
    made.begin({ head, batches: [], settings: defaultSettings });
    return made;
  };

  test.each([
    ['queued, next', queued('t', 'turn'), { underWay: 1, queued: 1 }],
    ['queued, the service is busy', queued('t', 'busy'), { underWay: 1, queued: 1 }],
    ['queued, on hold', queued('t', 'held'), { waiting: 1, queued: 1 }],
    ['queued, no budget', queued('t', 'budget'), { waiting: 1, queued: 1 }],
    ['queued, no network', queued('t', 'unreachable'), { queued: 1 }],
    ['queued, all on hold', queued('t', 'stopped'), { queued: 1 }],
    ['being sent', entry('t', { status: 'submitting' }), { underWay: 1 }],
    ['accepted', entry('t', { status: 'processing', remoteId: 'r', misses: 0 }), { underWay: 1 }],
    ['downloading', entry('t', { status: 'completed', remoteId: 'r', imageCount: 1 }, [image('t', 'waiting')]), { underWay: 1 }],
    ['done', entry('t', { status: 'completed', remoteId: 'r', imageCount: 1 }, [image('t', 'kept')]), {}],
    ['without a picture', entry('t', { status: 'completed', remoteId: 'r', imageCount: 0 }), { failed: 1 }],
    ['unknown', entry('t', { status: 'unknown', reason: 'connection-lost', said: saidNothing }), { undecided: 1 }],
    ['sent again by itself', entry('t', { status: 'unknown', reason: 'connection-lost', said: saidNothing, repeatAt: null }), { underWay: 1 }],
    ['failed', entry('t', { status: 'failed', remoteId: 'r', said: saidNothing }), { failed: 1 }],
    ['failed and dismissed', entry('t', { status: 'failed', remoteId: 'r', said: saidNothing }, [], 1), {}],
    ['cancelled', entry('t', { status: 'withdrawn' }), {}],
  ])('a task that is %s', (_name, given, state) => {
    expect(facts(given).state()).toEqual({ ...idle, ...state });
    const later = facts(queued('t', 'turn'));
    later.take([{ kind: 'task', task: given }]);
    expect(later.state()).toEqual({ ...idle, ...state });
  });

  test('while the whole queue is on hold, what is next is not in progress', () => {
    const made = facts(queued('t', 'turn'), entry('u', { status: 'submitting' }));
    made.take([{ kind: 'settings', settings: { ...defaultSettings, queueStopped: true }, libraryFolder: '' }]);
    expect(made.state()).toEqual({ ...idle, isHeld: true, underWay: 1, queued: 1 });
  });

  test('batches in progress, newest first, without those that ended', () => {
    const made = facts();
    made.take([{ kind: 'batches', batches: [batch('old', 3, 1), batch('new', 2, 2)] }]);
    expect(made.state().batches).toEqual([{ name: 'new', ended: 2, tasks: 4 }, { name: 'old', ended: 1, tasks: 4 }]);
    made.take([{ kind: 'batches', batches: [batch('new', 0, 2)] }]);
    expect(made.state().batches.map(({ name }) => name)).toEqual(['old']);
  });
});
