import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ImageFile, TaskState, TaskWithImages } from '../../../shared/task.ts';
import { sha256 } from '../../support/bytes.ts';
import type { TaskScript } from '../../support/scripted-service-script.ts';
import { samplePicture } from '../../support/sample-pictures.ts';
import type { Inventory, Witnessed } from '../../torture/engine-messages.ts';
import { checkRound, type Evidence } from '../../torture/kill-checks.ts';
import { createTally, type Fault } from '../../torture/tally.ts';
import { makeTask } from '../database/samples.ts';

const { bytes } = samplePicture('png');
const file: ImageFile = { path: '2026/1.png', type: 'png', width: 13, height: 7, bytes: bytes.length, sha256: sha256(bytes), savedAt: 1 };
const id = randomUUID();

const completed: TaskState = { status: 'completed', remoteId: 'task-1', imageCount: 1 };
const entry = (state: TaskState, images: TaskWithImages['images'] = []): TaskWithImages => ({ task: makeTask({ id, state }), images });
const whole = entry(completed, [{ id: 1, taskId: id, index: 0, state: { status: 'kept', file } }]);
const unknown = entry({ status: 'unknown', reason: 'stopped-while-sending', said: { httpStatus: null, code: null, message: null } });
const images = [{ base64: bytes.toString('base64') }];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-checks-'));
  await mkdir(path.join(folder, 'library', '2026'), { recursive: true });
  await writeFile(path.join(folder, 'library', file.path), bytes);
  note({ saw: 'id', taskId: id, remoteId: 'task-1' }, { saw: 'kept', taskId: id, path: file.path, sha256: file.sha256 });
  return () => rm(folder, { recursive: true, force: true });
});

let seen: readonly Witnessed[] = [];
function note(...notes: readonly Witnessed[]): void {
  seen = notes;
}

interface Found extends Partial<Inventory>, Partial<Pick<Evidence, 'open' | 'mustKnowIds'>> {
  readonly posts?: number;
  readonly ids?: readonly string[];
  readonly script?: TaskScript;
}

/** The faults that are found. By default, the service accepted one task, and everything is as it should be. */
async function faults({ posts = 1, ids = ['task-1'], script = { images }, open = [], mustKnowIds = false, ...inventory }: Found = {}): Promise<readonly Fault[]> {
  const tally = createTally();
  const tried = [{ ids: [id], script, served: { prompt: 'p', posts, ids } }];
  await checkRound({ round: 'test', folder, tried, seen, inventory: { tasks: [whole], atHead: [], thumbnails: 0, wrongThumbnails: [], ...inventory }, open, mustKnowIds, wasKilled: true }, tally);
  return (Object.keys(tally.figures) as Fault[]).filter((fault) => tally.findings.some((finding) => finding.startsWith(fault)));
}

describe('the checks after a round', () => {
  it('find nothing if everything is as it should be', async () => {
    expect(await faults()).toEqual([]);
  });

  it('find a committed id that is gone', async () => {
    note({ saw: 'id', taskId: id, remoteId: 'task-1' });
    expect(await faults({ tasks: [unknown], atHead: [id] })).toEqual(['lostIds']);
  });

  it('find a second POST', async () => {
    expect(await faults({ posts: 2 })).toEqual(['duplicatePosts']);
    note();
    expect(await faults({ tasks: [entry({ status: 'queued', waitingFor: 'turn' })], ids: [] })).toEqual(['duplicatePosts']);
  });

  it('find a POST of a held task', async () => {
    note();
    const refused = { ids: [], script: { submit: [{ status: 402 }] }, tasks: [entry({ status: 'queued', waitingFor: 'held' })] };
    expect(await faults({ ...refused, posts: 2 })).toContain('heldPosts');
    expect(await faults({ ...refused, posts: 0 })).toEqual([]);
  });

  it('find an accepted task that is not shown', async () => {
    note();
    expect(await faults({ tasks: [] })).toEqual(['hiddenTasks']);
    expect(await faults({ tasks: [unknown] })).toEqual(['hiddenTasks']);
    expect(await faults({ tasks: [unknown], atHead: [id] })).toEqual([]);
    expect(await faults({ ids: ['another'] })).toEqual(['hiddenTasks']);
  });

  it('find an accepted task without its id after an orderly end', async () => {
    note();
    expect(await faults({ tasks: [unknown], atHead: [id], mustKnowIds: true })).toEqual(['lostIds']);
    expect(await faults({ tasks: [unknown], atHead: [id], mustKnowIds: true, script: { submit: [{ status: 500 }] } })).toEqual([]);
  });

  it('find a picture whose file is missing or different', async () => {
    await writeFile(path.join(folder, 'library', file.path), 'other bytes');
    expect(await faults()).toEqual(['rowsWithoutRightFile']);
    await rm(path.join(folder, 'library', file.path));
    expect(await faults()).toEqual(['rowsWithoutRightFile']);
  });

  it('find a picture whose row is gone', async () => {
    expect(await faults({ tasks: [entry(completed)] })).toEqual(['rowsWithoutRightFile', 'picturesLost']);
  });

  it('find pictures of a POST that are gone, and a good key that was refused', async () => {
    note({ saw: 'delivered', taskId: id, pictures: 2 }, { saw: 'key-refused' });
    expect(await faults()).toEqual(['keysRefused', 'picturesLost']);
    note({ saw: 'delivered', taskId: id, pictures: 1 });
    expect(await faults()).toEqual([]);
  });

  it('find a partial file, a wrong thumbnail, an unhandled rejection, and a task that does not come to rest', async () => {
    await writeFile(path.join(folder, 'library', '2026', `.latent-${id}.part`), '');
    note({ saw: 'unhandled', error: 'x' });
    expect(await faults({ open: [id], wrongThumbnails: [1] })).toEqual(['wrongThumbnails', 'strayParts', 'unhandledRejections', 'unsettled']);
  });
});
