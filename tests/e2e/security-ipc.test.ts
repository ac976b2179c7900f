import { randomUUID } from 'node:crypto';
import type { Snapshot } from '../../shared/ipc/api.ts';
import { withSharedServedApp } from '../support/fresh-app.ts';
import type { LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** What a page that was taken over can ask of main, and who else may ask. */

const served = withSharedServedApp();
let app: LatentApp;
test.beforeEach(() => { ({ app } = served); });

interface Tally {
  readonly calls: number;
  readonly codes: Readonly<Record<string, number>>;
  /** Answers that are no Result or that nobody foresaw, and calls that main did not answer. */
  readonly odd: readonly string[];
}

test('10,000 arbitrary calls of every channel return a Result each, without a crash or a POST without an intent', { tag: '@long' }, async () => {
  await app.electron.evaluate(({ dialog, shell }) => {
    const unforeseen: string[] = [];
    Object.assign(globalThis, { unforeseen });
    process.on('unhandledRejection', (reason) => unforeseen.push(String(reason)));
    process.on('uncaughtExceptionMonitor', (error) => unforeseen.push(String(error)));
    // A person would have to answer these; here they are closed at once.
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' });
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
    shell.openPath = () => Promise.resolve('');
    shell.showItemInFolder = () => {};
    shell.openExternal = () => Promise.reject(new Error('a page was opened that nobody agreed to'));
  });
  const { service } = served;
  const { selectedAccountId: accountId } = (await app.call('appSnapshot')) as Snapshot;
  const taskIds = [randomUUID(), randomUUID(), randomUUID()];
  await service.script('*', { processing: 0, images: [] });
  // Three intents, and their three POSTs; the calls that follow name them again and again.
  const posts = async (): Promise<number> => (await service.requests()).filter(({ method }) => method === 'POST').length;
  await app.call('tasksSubmit', { accountId, request: { model: 'm', prompt: 'p', size: '', quality: '' }, taskIds, retryOf: null });
  await expect.poll(posts).toBe(taskIds.length);
  const tally = (await app.page.evaluate(`(${fuzz.toString()})(${JSON.stringify({ accountId, taskIds, baseUrl: service.url, calls: 10_000 })})`)) as Tally;
  expect(tally.odd).toEqual([]);
  expect(tally.calls).toBe(10_000);
  expect(Object.keys(tally.codes)).toEqual(expect.arrayContaining(['ok', 'bad-request', 'not-found']));
  expect(await app.electron.evaluate(() => (globalThis as unknown as { unforeseen: string[] }).unforeseen)).toEqual([]);
  await app.page.waitForTimeout(1_000);
  expect(await posts()).toBe(taskIds.length);
  expect(await app.page.evaluate('({}).polluted === undefined && document.querySelector("main") !== null')).toBe(true);
});

test('the same calls from another window, the decoder’s page or an empty page are refused with an error', async () => {
  const answers = await app.electron.evaluate(async ({ app: electron, BrowserWindow }) => {
    const preload = `${electron.getAppPath()}/dist/preload.cjs`;
    const asked: Record<string, string[]> = {};
    for (const url of ['latent://app/index.html', 'latent://app/decoder.html', 'latent://app/second.html', 'latent://app/quick.html', 'latent://app/index.html#/x', 'about:blank', 'data:text/html,x']) {
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      await stranger.loadURL(url);
      asked[url] = (await stranger.webContents.executeJavaScript(
        `Promise.all(Object.entries(window.api).filter(([name]) => name !== 'onChanges').map(([, call]) => call().then(({ ok, error }) => ok ? 'ok' : error.code)))`,
      )) as string[];
      stranger.destroy();
    }
    return asked;
  });
  for (const [url, codes] of Object.entries(answers)) {
    expect(codes.length, url).toBeGreaterThan(25);
    expect([...new Set(codes)], url).toEqual(['refused-sender']);
  }
  // The decoder's own page has no way to ask at all, and a frame within the page has none of its own.
  const frame = await app.page.evaluate(`(() => { const f = document.createElement('iframe'); document.body.append(f); const has = 'api' in f.contentWindow; f.remove(); return has })()`);
  expect(frame).toBe(false);
});

interface FuzzInput {
  readonly accountId: string;
  readonly taskIds: readonly string[];
  readonly baseUrl: string;
  readonly calls: number;
}

/** Runs in the page, as text: it may use nothing from outside. */
async function fuzz({ accountId, taskIds, baseUrl, calls }: FuzzInput): Promise<Tally> {
  let state = 20261121;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 4_294_967_296;
  };
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const leaves: readonly unknown[] = [
    undefined, null, true, -1, 0, 1, 1.5, 2 ** 53, 1e308, Number.NaN, 10n, '', '\0', '../../etc/passwd', "'; DROP TABLE task; --", '\u202E', '\uD800', 'x'.repeat(20_000),
    accountId, taskIds[0], 'file:///etc/passwd', 'javascript:alert(1)', new Date(Number.NaN), new Uint8Array(64), new Map([['taskId', 1]]), new Set([1]), /(a+)+$/, new Error('x'), cyclic,
    JSON.parse('{"__proto__":{"polluted":true}}'), JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'), [[[[[[[[]]]]]]]],
  ];
  const request = { model: 'm', prompt: 'p', size: '', quality: '' };
  const [taskId] = taskIds;
  const target = { token: null, revision: 0, ranges: [], imageIds: [1] };
  // No new key, address or account: those would send elsewhere what the tally counts here.
  const right: Readonly<Record<string, unknown>> = {
    tasksSubmit: { accountId, request, taskIds, retryOf: null },
    tasksPrompts: { limit: 5 },
    tasksDetail: { taskId },
    tasksCheck: { taskIds },
    tasksStop: { taskIds },
    tasksWithdraw: { taskIds },
    queueMove: { moves: [{ taskId, place: 1 }, { batchId: taskId, place: 2 }] },
    tasksRelease: { taskIds },
    tasksDismiss: { taskIds },
    tasksCandidates: { taskId },
    tasksLookUp: { accountId: taskId, remoteId: '../../x' },
    tasksAttach: { taskId, remoteId: '../../x', anyway: true },
    tasksDetach: { taskIds },
    imagesDescribe: { imageIds: [1, 2, 3] },
    imagesCopy: { imageId: 1 },
    imagesDrag: { target },
    libraryOpenGallery: { search: 'album:x flag:picked', arrangement: { by: 'rating', descending: true, seed: 0, stack: 'prompt' }, opened: { all: true, except: [1] } },
    libraryPictures: { token: 1, revision: 0, range: [0, 10] },
    marksSet: { target, mark: { kind: 'album', album: taskId } },
    marksDecide: { picked: [1], rejected: [2] },
    marksRetag: { from: ['a', 'b'], to: 'c', searches: [{ from: 'fox', to: 'cat' }] },
    marksOf: { imageId: 1 },
    undoRun: { token: taskId, what: 'undo', agreed: true },
    albumsPut: { album: { id: taskId, name: 'x', place: 1, pinned: false, takesNew: true, createdAt: 0 } },
    albumsRemove: { albumId: taskId },
    albumsArrange: { entries: [{ kind: 'album', id: taskId, place: 1, pinned: true }, { kind: 'search', id: 1, place: null, pinned: false }] },
    albumsMove: { albumId: taskId, token: 1, revision: 0, target, to: 0 },
    searchesSave: { name: 'x', query: 'fox' },
    searchesRename: { id: 1, name: 'y' },
    searchesRemove: { id: 1 },
    exportChoose: { target },
    exportBegin: { choices: { into: 'zip', names: '{n}', format: 'png', quality: 90, longestSide: null, metadata: 'embed' } },
    exportNames: { names: '{prompt} {n}', format: 'png' },
    exportReveal: { target },
    matrixAmong: { batchIds: taskIds },
    matrixOpen: { batchId: taskId, taskId },
    matrixTasks: { rows: [1, 2] },
    windowsSet: { fullScreen: false, second: false },
    windowsShow: { imageId: 1, name: 'x' },
    accountsAdd: { name: 'x', baseUrl: 'http://evil.example', key: 'k', keeping: 'session' },
    accountsRename: { accountId, name: 'Studio' },
    accountsSetConsoles: { accountId, consoles: { key: 'https://evil.example/', billing: null } },
    accountsOpenConsole: { accountId, which: 'key' },
    accountsRemovalFacts: { accountId },
    accountsRemove: { accountId },
    accountsTestNew: { baseUrl: 'ftp://x', key: 'k' },
    accountsKeepEnvironmentKey: { name: 'x', baseUrl, keeping: 'session' },
    settingsUpdate: { libraryFolder: '/etc', theme: 'dark' },
  };
  const api = (globalThis as unknown as { api: Record<string, (input: unknown) => Promise<unknown>> }).api;
  const names = Object.keys(api).filter((name) => name !== 'onChanges');
  const argument = (name: string): unknown => {
    const good = right[name];
    if (good === undefined || random() < 0.4) return random() < 0.5 ? pick(leaves) : { [pick(['taskId', 'accountId', 'imageId', 'key', '__proto__', 'libraryFolder'])]: pick(leaves) };
    if (random() < 0.2) return good;
    const mutated: Record<string, unknown> = { ...(good as Record<string, unknown>) };
    const field = pick(Object.keys(mutated));
    // An id that is right in form would be an intent of its own, which the test does not count.
    if (name === 'tasksSubmit' && field === 'taskIds') mutated['taskIds'] = pick([[], [taskIds[1], taskIds[1]], 'x', null, [null]]);
    else mutated[field] = pick(leaves);
    return mutated;
  };
  const codes: Record<string, number> = {};
  const odd: string[] = [];
  let made = 0;
  while (made < calls) {
    const batch = Array.from({ length: Math.min(100, calls - made) }, (_unused, index) => names[(made + index) % names.length] as string);
    made += batch.length;
    await Promise.all(
      batch.map(async (name) => {
        const input = argument(name);
        try {
          const answer = (await api[name]?.(input)) as { ok?: unknown; error?: { code?: unknown } } | undefined;
          const isResult = answer?.ok === true || (answer?.ok === false && typeof answer.error?.code === 'string');
          const code = answer?.ok === true ? 'ok' : String(answer?.error?.code);
          // `internal` is what nobody foresaw.
          if (!isResult || code === 'internal') odd.push(`${name}: ${JSON.stringify(answer)} to ${JSON.stringify(input, (_key, value: unknown) => (typeof value === 'bigint' ? 0 : value))}`);
          codes[code] = (codes[code] ?? 0) + 1;
        } catch (error) {
          // What cannot be cloned never leaves the page; everything else is main's to answer.
          if (/clone|serialize|recursion depth|conversion/i.test(String(error))) codes['not-sent'] = (codes['not-sent'] ?? 0) + 1;
          else odd.push(`${name}: ${String(error)}`);
        }
      }),
    );
  }
  return { calls: made, codes, odd: odd.slice(0, 20) };
}
