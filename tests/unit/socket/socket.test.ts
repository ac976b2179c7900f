import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ok, type Result } from '../../../shared/result.ts';
import type { ChangeBatch } from '../../../shared/ipc/api.ts';
import { connectToLatent, Disconnected, type Connection } from '../../../electron/socket/socket-client.ts';
import { proofOf } from '../../../electron/socket/messages.ts';
import { readAddress, publishAddress } from '../../../electron/socket/socket-address.ts';
import { isOpenToPrograms } from '../../../electron/socket/open-channels.ts';
import { serveSocket, type SocketServer, type SocketServerDeps } from '../../../electron/socket/socket-server.ts';

let userData: string;
beforeEach(async () => {
  userData = await mkdtemp(path.join(tmpdir(), 'latent-socket-test-'));
  return () => rm(userData, { recursive: true, force: true });
});

async function serve(deps: Partial<SocketServerDeps> = {}): Promise<SocketServer> {
  const server = await serveSocket({ userData, version: '1.2.3', call: (channel, input) => Promise.resolve(ok({ channel, input })), isOpen: isOpenToPrograms, asked: (request) => Promise.resolve(request === 'go-on'), log: vi.fn(), ...deps });
  onTestFinished(() => server.close().catch(() => undefined));
  return server;
}

async function connect(follow?: (changes: ChangeBatch) => void): Promise<Connection> {
  const connection = await connectToLatent(userData, follow);
  if (connection === null) throw new Error('nobody answers');
  onTestFinished(connection.close);
  return connection;
}

describe('a program of the same user', () => {
  it('calls handlers, many at a time, and each answer goes to its call', async () => {
    const slow = Promise.withResolvers<void>();
    await serve({
      async call(channel, input): Promise<Result<unknown>> {
        if ((input as { taskId: string }).taskId === 'slow') await slow.promise;
        return ok({ channel, input });
      },
    });
    const connection = await connect();
    expect(connection.version).toBe('1.2.3');
    const first = connection.call('tasks:detail', { taskId: 'slow' });
    expect(await connection.call('tasks:detail', { taskId: 'schöne\nZeile 🦊' })).toEqual(ok({ channel: 'tasks:detail', input: { taskId: 'schöne\nZeile 🦊' } }));
    slow.resolve();
    expect(await first).toEqual(ok({ channel: 'tasks:detail', input: { taskId: 'slow' } }));
  });

  it('calls a channel that takes nothing', async () => {
    await serve();
    expect(await (await connect()).call('app:snapshot', undefined)).toEqual(ok({ channel: 'app:snapshot' }));
  });

  it('sends ten thousand prompts in one call', async () => {
    await serve({ call: (_channel, input) => Promise.resolve(ok((input as { tasks: unknown[] }).tasks.length)) });
    const tasks = Array.from({ length: 10_000 }, (_, at) => ({ taskId: String(at), prompt: 'ü'.repeat(1_000) }));
    expect(await (await connect()).call('tasks:submit-batch', { tasks } as never)).toEqual(ok(10_000));
  });

  it('hears of changes if it follows, and of none otherwise', async () => {
    const server = await serve();
    const heard: ChangeBatch[] = [];
    await connect((changes) => heard.push(changes));
    await connect();
    server.publish({ sequence: 7, changes: [] });
    await expect.poll(() => heard).toEqual([{ sequence: 7, changes: [] }]);
  });

  it('cannot call what only the window may, or what is no channel', async () => {
    await serve();
    const connection = await connect();
    for (const channel of ['export:choose', 'keys:all', '__proto__', 'constructor']) {
      expect(await connection.call(channel as never, {} as never), channel).toMatchObject({ ok: false, error: { code: 'bad-request' } });
    }
  });

  it('gets the answer to a call that is under way when the other end closes, and none to a later one', async () => {
    const asked = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<Result<unknown>>();
    const server = await serve({
      call() {
        asked.resolve();
        return slow.promise;
      },
    });
    const connection = await connect();
    const call = connection.call('tasks:detail', { taskId: 'a' });
    await asked.promise;
    const closed = server.close();
    expect(readAddress(userData), 'the address goes first').toBeNull();
    slow.resolve(ok('late'));
    expect(await call).toEqual(ok('late'));
    await closed;
    await connection.closed;
    await expect(connection.call('tasks:detail', { taskId: 'a' })).rejects.toBeInstanceOf(Disconnected);
  });

  it('learns that a call is lost if it is not answered when the other end closes', async () => {
    const asked = Promise.withResolvers<void>();
    const server = await serve({
      call() {
        asked.resolve();
        return new Promise(() => undefined);
      },
    });
    const failed = expect((await connect()).call('tasks:detail', { taskId: 'a' })).rejects.toBeInstanceOf(Disconnected);
    await asked.promise;
    await server.close();
    await failed;
  });

  it('asks the owner, and hears whether it does so, also if it ends over it', async () => {
    const server: SocketServer = await serve({
      async asked(request) {
        if (request === 'hand-over') void server.close();
        return request === 'hand-over';
      },
    });
    const connection = await connect();
    expect(await connection.ask('go-on')).toBe(false);
    expect(await connection.ask('hand-over')).toBe(true);
    await connection.closed;
  });

  it('may send what is too large for a line: that is refused before it is sent', async () => {
    const call = vi.fn();
    await serve({ call });
    const connection = await connect();
    await expect(connection.call('tasks:submit-batch', { tasks: 'x'.repeat(64 * 1024 * 1024) } as never)).rejects.toMatchObject({ appError: { code: 'bad-request' } });
    expect(call).not.toHaveBeenCalled();
    expect(await connection.ask('go-on')).toBe(true);
  });
});

describe('nobody is found', () => {
  it('if none runs', async () => expect(await connectToLatent(userData)).toBeNull());

  it('once it has ended', async () => {
    const server = await serve();
    await server.close();
    expect(await connectToLatent(userData)).toBeNull();
  });

  it('if the one that published its address was killed', async () => {
    publishAddress(userData, { path: path.join(userData, 'gone', 'socket'), secret: '0'.repeat(64), computer: hostname() });
    expect(await connectToLatent(userData)).toBeNull();
  });

  it.each(['', '{', '[]', 'null', '{"path":"/x"}', '{"path":"","secret":"00","computer":"x"}', 'x'.repeat(10_000)])('if the file says %j', async (text) => {
    await writeFile(path.join(userData, 'socket.json'), text);
    expect(await connectToLatent(userData)).toBeNull();
  });
});

describe('what is in the place of the address', () => {
  const file = (): string => path.join(userData, 'socket.json');
  const address = JSON.stringify({ path: '/x', secret: '0'.repeat(64), computer: hostname() });
  const others: Readonly<Record<string, () => unknown>> = {
    'a link to an address': async () => {
      await writeFile(path.join(userData, 'theirs'), address);
      await symlink(path.join(userData, 'theirs'), file());
    },
    'a folder': () => mkdir(path.join(file(), 'inner'), { recursive: true }),
    'a pipe that nobody writes to': () => execFileSync('mkfifo', [file()]),
    'a link at the name that it is written under': async () => {
      await writeFile(path.join(userData, 'theirs'), 'theirs');
      await symlink(path.join(userData, 'theirs'), `${file()}.latent.part`);
    },
    'nothing': () => undefined,
  };
  it.each(Object.entries(others))('%s: no address, and then the owner’s own', async (_what, leave) => {
    await leave();
    expect(readAddress(userData)).toBeNull();
    await serve();
    await connect();
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    // Whatever a link pointed to is as it was.
    if (_what.includes('link')) expect(await readFile(path.join(userData, 'theirs'), 'utf8')).toBe(_what === 'a link to an address' ? address : 'theirs');
  });

  it('the address of a killed owner: its socket is removed, and nothing else', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'latent-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(path.join(folder, 'socket'), '');
    publishAddress(userData, { path: path.join(folder, 'socket'), secret: '0'.repeat(64), computer: hostname() });
    await serve();
    await expect(stat(folder)).rejects.toThrow('ENOENT');

    const precious = path.join(userData, 'precious');
    await writeFile(precious, 'kept');
    publishAddress(userData, { path: precious, secret: '0'.repeat(64), computer: hostname() });
    await serve();
    expect(await readFile(precious, 'utf8')).toBe('kept');
  });
});

describe('a program that does not behave', () => {
  /** Answers of a megabyte each. */
  const large = ok('x'.repeat(1024 * 1024));

  /** A program that knows the secret and never reads. */
  async function deaf(follows: boolean): Promise<Socket> {
    const address = readAddress(userData);
    if (address === null) throw new Error('no address');
    const socket = createConnection(address.path);
    onTestFinished(() => void socket.destroy());
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    const { nonce } = JSON.parse(bytes.toString()) as { nonce: string };
    const own = 'n'.repeat(32);
    socket.write(`${JSON.stringify({ nonce: own, proof: proofOf(address.secret, 'client', nonce, own), follows })}\n`);
    return socket;
  }

  it('has a limited number of calls under way if it takes no answers, and others are answered', async () => {
    const call = vi.fn(() => Promise.resolve(large));
    await serve({ call });
    const socket = await deaf(false);
    for (let id = 0; id < 1_000; id += 1) socket.write(`${JSON.stringify({ id, channel: 'tasks:detail', input: {} })}\n`);
    await expect.poll(() => call.mock.calls.length).toBeGreaterThan(10);
    await pause(200);
    expect(call.mock.calls.length).toBeLessThan(70);
    expect(await (await connect()).call('tasks:detail', { taskId: 'a' })).toEqual(large);
  });

  it('is cut off if it follows and does not read', async () => {
    const server = await serve();
    const socket = await deaf(true);
    const closed = once(socket, 'close');
    const follower: ChangeBatch[] = [];
    await connect((changes) => follower.push(changes));
    const change = { kind: 'opened', padding: 'x'.repeat(1024 * 1024) } as never;
    for (let sequence = 1; sequence <= 40; sequence += 1) {
      server.publish({ sequence, changes: [change] });
      await expect.poll(() => follower.length).toBe(sequence);
    }
    socket.resume();
    await closed;
  });

  it('does not keep others out: more connections than the socket takes are closed at once', async () => {
    await serve();
    const at = readAddress(userData)?.path ?? '';
    const all = Array.from({ length: 130 }, () => createConnection(at));
    onTestFinished(() => all.forEach((socket) => socket.destroy()));
    let closed = 0;
    for (const socket of all) socket.on('error', () => undefined).on('close', () => (closed += 1)).resume();
    await expect.poll(() => closed).toBeGreaterThanOrEqual(30);
    // The rest after the time for a greeting.
    await expect.poll(() => closed, { timeout: 20_000 }).toBe(130);
    await connect();
  });
});

describe('somebody else', () => {
  it('cannot read the secret, or enter the folder of the socket', async () => {
    await serve();
    const address = readAddress(userData);
    expect((await stat(path.join(userData, 'socket.json'))).mode & 0o077).toBe(0);
    expect((await stat(path.dirname(address?.path ?? ''))).mode & 0o077).toBe(0);
  });

  it('calls nothing without the secret', async () => {
    const call = vi.fn();
    await serve({ call });
    const socket = createConnection(readAddress(userData)?.path ?? '');
    onTestFinished(() => void socket.destroy());
    const said: string[] = [];
    socket.on('data', (bytes) => said.push(bytes.toString()));
    socket.write(`${JSON.stringify({ nonce: 'n'.repeat(32), proof: '0'.repeat(64), follows: true })}\n${JSON.stringify({ id: 1, channel: 'app:snapshot', input: {} })}\n`);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(call).not.toHaveBeenCalled();
    expect(said.join('')).toMatch(/^\{"nonce":"[0-9a-f]{32}"\}\n$/);
  });

  it('that answers in place of Latent is told neither the secret nor a call', async () => {
    const secret = 'ab'.repeat(32);
    const file = path.join(userData, 's');
    const heard: string[] = [];
    const impostor = createServer((socket) => {
      socket.write(`${JSON.stringify({ nonce: 'x'.repeat(32) })}\n`);
      socket.on('data', (bytes) => {
        heard.push(bytes.toString());
        // Sends back what it was sent.
        const { proof } = JSON.parse(bytes.toString()) as { proof: string };
        socket.write(`${JSON.stringify({ proof, version: '1' })}\n`);
      });
    }).listen(file);
    onTestFinished(() => void impostor.close());
    publishAddress(userData, { path: file, secret, computer: hostname() });
    expect(await connectToLatent(userData)).toBeNull();
    expect(heard.join('')).not.toContain(secret);
    expect(heard).toHaveLength(1);
  });

  it.each([['no JSON', 'no JSON\n'], ['no greeting', '[]\n'], ['a long line', 'x'.repeat(5_000)]])('that begins with %s is cut off', async (_what, text) => {
    await serve();
    const socket = createConnection(readAddress(userData)?.path ?? '');
    socket.resume();
    socket.write(text);
    await new Promise((resolve) => socket.once('close', resolve));
  });
});

it('removes its files at the end, and leaves those of a successor', async () => {
  const server = await serve();
  const successor = await serve();
  const address = await readFile(path.join(userData, 'socket.json'), 'utf8');
  await server.close();
  expect(await readFile(path.join(userData, 'socket.json'), 'utf8')).toBe(address);
  await successor.close();
  expect(readAddress(userData)).toBeNull();
});
