import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ImageFile, TaskState, TaskWithImages } from '../../../shared/task.ts';
import { samplePicture } from '../../support/sample-pictures.ts';
import type { Witnessed } from '../../torture/engine-messages.ts';
import { checkRound, type Evidence } from '../../torture/kill-checks.ts';
import { createTally, type Fault } from '../../torture/tally.ts';
import { makeTask } from '../database/samples.ts';

const { bytes } = samplePicture('png');
const file: ImageFile = { path: '2026/1.png', type: 'png', width: 13, height: 7, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), savedAt: 1 };
const id = randomUUID();

const completed: TaskState = { status: 'completed', remoteId: 'task-1', imageCount: 1 };
const entry = (state: TaskState, images: TaskWithImages['images'] = []): TaskWithImages => ({ task: makeTask({ id, state }), images });
const whole = entry(completed, [{ id: 1, taskId: id, index: 0, state: { status: 'kept', file } }]);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-checks-'));
  await mkdir(path.join(folder, 'library', '2026'), { recursive: true });
  await writeFile(path.join(folder, 'library', file.path), bytes);
  await note({ saw: 'id', taskId: id, remoteId: 'task-1' }, { saw: 'kept', taskId: id, path: file.path, sha256: file.sha256 });
  return () => rm(folder, { recursive: true, force: true });
});

async function note(...notes: readonly Witnessed[]): Promise<void> {
  await writeFile(path.join(folder, 'witness.jsonl'), notes.map((seen) => `${JSON.stringify(seen)}\n`).join(''));
}

async function faults(changes: Partial<Evidence> = {}, posts = 1): Promise<readonly Fault[]> {
  const tally = createTally();
  const evidence: Evidence = {
    round: 'test',
    folder,
    tried: [{ id, script: { images: [{ base64: bytes.toString('base64') }] }, served: { prompt: 'p', posts, ids: ['task-1'] } }],
    inventory: { tasks: [whole], atHead: [] },
    open: [],
    ...changes,
  };
  await checkRound(evidence, tally);
  return (Object.keys(tally.figures) as Fault[]).filter((fault) => tally.findings.some((finding) => finding.startsWith(fault)));
}

/** The torture is worth what its checks see: each is shown what it must not let pass. */
describe('the checks after a round', () => {
  it('find nothing where all is well', async () => {
    expect(await faults()).toEqual([]);
  });

  it('find an id that was committed and is gone', async () => {
    await note({ saw: 'id', taskId: id, remoteId: 'task-1' });
    const unknown = entry({ status: 'unknown', reason: 'stopped-while-sending', said: { httpStatus: null, code: null, message: null } });
    expect(await faults({ inventory: { tasks: [unknown], atHead: [id] } })).toEqual(['lostIds']);
  });

  it('find a second POST', async () => {
    expect(await faults({}, 2)).toEqual(['duplicatePosts']);
  });

  it('find an accepted task that nobody sees', async () => {
    await note();
    expect(await faults({ inventory: { tasks: [], atHead: [] } })).toEqual(['hiddenTasks']);
    const unknown = entry({ status: 'unknown', reason: 'stopped-while-sending', said: { httpStatus: null, code: null, message: null } });
    expect(await faults({ inventory: { tasks: [unknown], atHead: [] } })).toEqual(['hiddenTasks']);
    expect(await faults({ inventory: { tasks: [unknown], atHead: [id] } })).toEqual([]);
    expect(await faults({ inventory: { tasks: [entry({ status: 'queued', waitingFor: 'turn' })], atHead: [id] } })).toEqual(['hiddenTasks']);
  });

  it('find a picture that is missing or another', async () => {
    await writeFile(path.join(folder, 'library', file.path), 'other bytes');
    expect(await faults()).toEqual(['rowsWithoutRightFile']);
    await rm(path.join(folder, 'library', file.path));
    expect(await faults()).toEqual(['rowsWithoutRightFile']);
  });

  it('find a row that is gone, and a picture that was named and not kept', async () => {
    expect(await faults({ inventory: { tasks: [entry(completed)], atHead: [id] } })).toEqual(['rowsWithoutRightFile', 'picturesLost']);
  });

  it('find a part that stayed, a rejection nobody handled, a task that does not rest', async () => {
    await writeFile(path.join(folder, 'library', '2026', `.latent-${id}.part`), '');
    await note({ saw: 'unhandled', error: 'x' });
    expect(await faults({ open: [id] })).toEqual(['strayParts', 'unhandledRejections', 'unsettled']);
  });
});
