import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openAccess, type Access } from '../../../../electron/hosts/command/access.ts';
import { FollowedTasks } from '../../../../electron/hosts/command/followed-tasks.ts';
import { composeOnNode } from '../../../../electron/hosts/node/node-host.ts';
import { holdPlaceOfWindow, leavePlaceOfWindow, releaseInstanceLock, takeInstanceLock } from '../../../../electron/platform/process/instance-lock.ts';
import { connectToLatent } from '../../../../electron/socket/socket-client.ts';
import { isOpenToPrograms } from '../../../../electron/socket/open-channels.ts';
import { publishAddress, readAddress } from '../../../../electron/socket/socket-address.ts';
import { serveSocket, type SocketServer, type SocketServerDeps } from '../../../../electron/socket/socket-server.ts';
import { ok } from '../../../../shared/result.ts';
import type { AccountId, TaskId } from '../../../../shared/task.ts';
import { appCodeOf } from '../../../support/app-code.ts';
import { threadsFolder } from '../../../support/built-threads.ts';
import { paddedPng } from '../../../support/sample-pictures.ts';
import { startScriptedService, type ScriptedService } from '../../../support/scripted-service.ts';

let home: string;
let options: Parameters<typeof openAccess>[0];
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-access-'));
  options = { userData: path.join(home, 'profile'), built: (file) => path.join(threadsFolder, file), version: '1.0.0', environmentKey: null, picturesFolder: path.join(home, 'pictures') };
  return () => rm(home, { recursive: true, force: true });
});

async function open(changed: Parameters<typeof openAccess>[1] = () => undefined): Promise<Access> {
  const access = await openAccess(options, changed);
  onTestFinished(() => access.close());
  return access;
}

/** Stands in for an app that has the profile's lock. */
async function otherOwner(deps: Partial<SocketServerDeps> = {}): Promise<SocketServer> {
  await expect.poll(() => takeInstanceLock(options.userData, 0)).toBe('ours');
  const server = await serveSocket({ userData: options.userData, version: '1.0.0', call: (channel) => Promise.resolve(ok({ channel })), isOpen: isOpenToPrograms, asked: () => Promise.resolve(true), log: vi.fn(), ...deps });
  onTestFinished(async () => {
    await server.close();
    releaseInstanceLock(options.userData);
  });
  return server;
}

const request = { model: 'm', prompt: 'a fox', size: '', quality: '' };

async function prepare(): Promise<{ service: ScriptedService; accountId: AccountId; waiting: TaskId }> {
  const service = await startScriptedService({ key: 'sk-unit-0123456789-abcdef' });
  onTestFinished(() => service.stop());
  await service.script('*', { processing: 0, images: [{ base64: paddedPng(500).toString('base64') }] });
  const composed = await composeOnNode(options);
  const added = await composed.callHandler('accounts:add', { name: 'Studio', baseUrl: service.url, key: service.key, keeping: 'unprotected' });
  if (!added.ok) throw new Error(added.error.code);
  const { accountId } = added.value;
  const waiting = randomUUID();
  await composed.callHandler('settings:update', { queueStopped: true });
  expect(await composed.callHandler('tasks:submit', { accountId, request: { ...request, prompt: 'waits' }, taskIds: [waiting], retryOf: null })).toEqual(ok({ taskIds: [waiting] }));
  await composed.callHandler('settings:update', { queueStopped: false });
  await composed.close();
  return { service, accountId, waiting };
}

describe('who sends', () => {
  it('a command that only reads or cancels sends nothing of what waits, and one that sends also sends that', async () => {
    const { service, accountId, waiting } = await prepare();
    const reader = await open();
    expect((await reader.call('app:snapshot', undefined)).head.map(({ task }) => [task.id, task.state.status])).toEqual([[waiting, 'queued']]);
    expect((await reader.call('tasks:detail', { taskId: waiting })).task.state.status).toBe('queued');
    await expect(reader.call('tasks:withdraw', { taskIds: [randomUUID()] })).rejects.toThrow('not-found');
    await pause(300);
    expect(await service.requests()).toEqual([]);

    const sender = await open();
    expect([reader.isOwner(), sender.isOwner()]).toEqual([true, false]);
    const id = randomUUID();
    expect(await sender.call('tasks:submit', { accountId, request, taskIds: [id], retryOf: null })).toEqual({ taskIds: [id] });
    const followed = new FollowedTasks();
    const settled = await followed.untilSettled(sender, [waiting, id], new AbortController().signal, () => undefined);
    expect(settled.map(({ task }) => task.state.status)).toEqual(['completed', 'completed']);
    expect([await service.posts('waits'), await service.posts('a fox')]).toEqual([1, 1]);
  });

  it('a command that waits goes on with what is open, without sending anything of its own', async () => {
    const { service, waiting } = await prepare();
    const told: string[] = [];
    const settled = await new FollowedTasks().untilSettled(await open(), [waiting], new AbortController().signal, ({ task }) => told.push(task.state.status));
    expect(settled.map(({ task }) => task.state.status)).toEqual(['completed']);
    expect(told.at(-1)).toBe('completed');
    expect(await service.posts('waits')).toBe(1);
  });
});

describe('who owns', () => {
  it('the next one takes over when the owner ends, and its calls go on', async () => {
    const first = await open();
    const second = await open();
    expect([first.isOwner(), second.isOwner()]).toEqual([true, false]);
    await first.close();
    expect((await second.call('app:snapshot', undefined)).head).toEqual([]);
    expect(second.isOwner()).toBe(true);
  });

  it('an app that waits gets the profile, before any command, and the commands are its clients then', async () => {
    const [first, second] = [await open(), await open()];
    holdPlaceOfWindow(options.userData);
    const connection = await connectToLatent(options.userData);
    expect(await connection?.ask('hand-over')).toBe(true);
    await connection?.closed;
    await expect.poll(() => first.isOwner()).toBe(false);
    // Both look for an owner meanwhile, and neither becomes it.
    await pause(500);
    expect([first.isOwner(), second.isOwner(), readAddress(options.userData)]).toEqual([false, false, null]);
    await otherOwner();
    leavePlaceOfWindow(options.userData);
    expect(await Promise.all([first, second].map((each) => each.call('albums:list', undefined)))).toEqual([{ channel: 'albums:list' }, { channel: 'albums:list' }]);
  });

  it('tells that another process is waited for', async () => {
    expect(takeInstanceLock(options.userData, 1_000)).toBe('ours');
    const waits = vi.fn(() => releaseInstanceLock(options.userData));
    const access = await openAccess(options, () => undefined, waits);
    expect(waits).toHaveBeenCalledOnce();
    await access.close();
  });

  it('refuses an owner of another version, in words', async () => {
    await otherOwner({ version: '0.9.0' });
    expect(await appCodeOf(openAccess(options, () => undefined))).toBe('other-version');
  });

  it('names the other computer that has the profile on a network disk', async () => {
    expect(takeInstanceLock(options.userData, 1_000)).toBe('ours');
    onTestFinished(() => releaseInstanceLock(options.userData));
    publishAddress(options.userData, { path: '/nowhere/latent-abcdef/socket', secret: '0'.repeat(64), computer: 'the-other-computer' });
    await expect(openAccess(options, () => undefined)).rejects.toMatchObject({ appError: { code: 'profile-in-use', detail: 'the-other-computer' } });
  });
});

describe('a call that gets no answer because the owner ends', () => {
  /** The first owner ends in the middle of each call; the next one answers. */
  async function endsDuring(): Promise<Access> {
    const server = await otherOwner({
      call() {
        void server.close().then(async () => {
          releaseInstanceLock(options.userData);
          await otherOwner();
        });
        return new Promise(() => undefined);
      },
    });
    return open();
  }

  it('is made again if it reads, or names what it makes', async () => {
    const access = await endsDuring();
    expect(await access.call('tasks:submit', { accountId: randomUUID(), request, taskIds: [randomUUID()], retryOf: null })).toEqual({ channel: 'tasks:submit' });
  });

  it('is not made again otherwise: that it is uncertain is said', async () => {
    const access = await endsDuring();
    expect(await appCodeOf(access.call('tasks:withdraw', { taskIds: [randomUUID()] }))).toBe('owner-ended');
  });

  it('is not made for ever if each owner ends over it', async () => {
    const access = await open();
    let owners = 0;
    const ending = async (): Promise<void> => {
      await expect.poll(() => takeInstanceLock(options.userData, 0)).toBe('ours');
      const server = await serveSocket({
        userData: options.userData,
        version: '1.0.0',
        call() {
          owners += 1;
          void server.close().then(async () => {
            releaseInstanceLock(options.userData);
            if (owners < 20) await ending();
          });
          return Promise.reject(new Error('ends'));
        },
        isOpen: isOpenToPrograms,
        asked: () => Promise.resolve(true),
        log: vi.fn(),
      });
    };
    holdPlaceOfWindow(options.userData);
    onTestFinished(() => leavePlaceOfWindow(options.userData));
    const connection = await connectToLatent(options.userData);
    await connection?.ask('hand-over');
    await ending();
    expect(await appCodeOf(access.call('tasks:detail', { taskId: randomUUID() }))).toBe('owner-ended');
    expect(owners).toBe(20);
  });
});
