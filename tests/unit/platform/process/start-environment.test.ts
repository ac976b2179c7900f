import { execFile, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanEnvironment, ignoreFaultsOfCopies } from '../../../../electron/platform/process/start-environment.ts';
import { serveHttps, type LocalServer } from '../../../support/local-server.ts';

const source = new URL('../../../../electron/platform/process/start-environment.ts', import.meta.url).href;

describe('the environment', () => {
  it('loses orders to Node, also in lower case, and keeps everything else', () => {
    const kept = { PATH: '/bin', NODE_EXTRA_CA_CERTS: '/company.pem', NODE_ENV: 'production', SSL_CERT_FILE: '/ca.pem', ELECTRON_OZONE_PLATFORM_HINT: 'auto', ELECTRON_TRASH: 'gio', MY_NODE_OPTIONS: '' };
    const removed = ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_OPTIONS', 'NODE_DEBUG', 'NODE_DEBUG_NATIVE', 'NODE_PATH', 'NODE_V8_COVERAGE', 'NODE_USE_ENV_PROXY', 'SSLKEYLOGFILE', 'ELECTRON_RUN_AS_NODE', 'node_options', 'NODE_NOT_KNOWN_YET'];
    const environment: NodeJS.ProcessEnv = { ...kept, ...Object.fromEntries(removed.map((name) => [name, '1'])) };
    expect(cleanEnvironment(environment).toSorted()).toEqual(removed.toSorted());
    expect(environment).toEqual(kept);
  });

  it.each([
    ['', 'disabled:'],
    ['unix:path=/run/bus', 'unix:path=/run/bus'],
    [undefined, undefined],
  ])('has no bus at the address %j that Chromium would start one for', (before, after) => {
    const environment: NodeJS.ProcessEnv = before === undefined ? {} : { DBUS_SESSION_BUS_ADDRESS: before };
    cleanEnvironment(environment);
    expect(environment['DBUS_SESSION_BUS_ADDRESS']).toBe(after);
  });

  it('names no home rather than an empty one', () => {
    const environment: NodeJS.ProcessEnv = { HOME: '' };
    cleanEnvironment(environment);
    expect(environment).toEqual({});
  });
});

describe('a self-signed server, with NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  let server: LocalServer;
  let answered: number;
  beforeEach(async () => {
    answered = 0;
    server = await serveHttps((_request, response) => {
      answered += 1;
      response.end();
    });
  });
  afterEach(() => server.stop());

  /** Connects from a process, from a thread of it, and from a program that it starts. Prints what each saw. */
  const program = (first: string): string => `
    import { spawnSync } from 'node:child_process';
    import { Worker } from 'node:worker_threads';
    ${first}
    const ask = "require('node:https').get('${server.url}', (r) => { console.log('answered'); r.resume(); }).on('error', (e) => console.log(e.code));";
    const { get } = await import('node:https');
    await new Promise((done) => get('${server.url}', (r) => { console.log('answered'); r.resume(); done(); }).on('error', (e) => { console.log(e.code); done(); }));
    await new Promise((done) => new Worker(ask, { eval: true, execArgv: [] }).on('exit', done));
    console.log(spawnSync(process.execPath, ['-e', ask], { encoding: 'utf8' }).stdout.trim());
  `;
  const seen = async (first: string): Promise<readonly string[]> => {
    const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
    return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program(first)], { env })).stdout.trim().split(/\s+/);
  };

  it('gets nothing from the process, its threads and its programs once the environment is clean', async () => {
    expect(await seen(''), 'the variable works').toEqual(['answered', 'answered', 'answered']);
    expect(answered).toBe(3);
    const refused = 'DEPTH_ZERO_SELF_SIGNED_CERT';
    expect(await seen(`import { cleanEnvironment } from '${source}'; cleanEnvironment(process.env);`)).toEqual([refused, refused, refused]);
    expect(answered).toBe(3);
  });
});

describe('signals of faults', () => {
  it('are left to the system, and others are not', () => {
    const process = new EventEmitter();
    for (const signal of ['SIGTRAP', 'SIGABRT', 'SIGSYS', 'SIGTERM', 'SIGUSR2']) process.on(signal, () => undefined);
    ignoreFaultsOfCopies(process);
    expect(process.eventNames()).toEqual(['SIGTERM', 'SIGUSR2']);
  });

  it.skipIf(process.platform === 'win32')('still end a process that has the fault itself', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', `import { ignoreFaultsOfCopies } from '${source}'; process.once('SIGTRAP', () => process.exit(0)); ignoreFaultsOfCopies(process); process.stdout.write('ready'); setInterval(() => {}, 1000);`]);
    await once(child.stdout, 'data');
    child.kill('SIGTRAP');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTRAP']);
  });
});
