import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nothingFound, readFields } from '../../../../electron/platform/stores/damaged-json.ts';
import { openKeysFile } from '../../../../electron/platform/stores/keys-file.ts';
import { openSettingsStore, openViewStateStore } from '../../../../electron/platform/stores/settings-store.ts';
import { defaultSettings, type Settings } from '../../../../shared/settings.ts';

/** Small files of a newer version, with odd fields, or damaged: each field is read on its own, and what is lost costs nothing. */

const account = '00000000-0000-4000-8000-000000000001';
const other = '00000000-0000-4000-8000-000000000002';
const library = '/media/pictures';

/** Nothing in it is a default. */
const chosen: Settings = {
  ...defaultSettings,
  libraryFolder: library,
  wildcardFolder: '/wild',
  watchLimitMinutes: 30,
  concurrentSubmissions: 2,
  theme: 'dark',
  proxy: { mode: 'none' },
  compose: { model: 'm', size: 'auto', quality: 'high' },
  composeByAccount: { [account]: { model: 'n', size: 'auto', quality: 'low' } },
  usualCount: 3,
  askAbove: 7,
  confirmedAccounts: [account],
  queueStopped: true,
  keepPrompt: false,
  plainBraces: true,
  openWith: '/usr/bin/gimp',
  notifications: false,
};
/** The same with a queue that goes on. */
const running: Settings = { ...chosen, queueStopped: false };

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-damaged-'));
  file = path.join(folder, 'settings.json');
});
afterEach(() => rm(folder, { recursive: true }));

const onDisk = async (): Promise<Record<string, unknown>> => JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
const text = (fields: object): string => JSON.stringify(fields);

const whole = text(running);
const cutBefore = (field: string): string => whole.slice(0, whole.indexOf(`"${field}"`));
/** Costs nothing, whatever was meant. */
const held = { queueStopped: true } as const;
const doubtful: Partial<Settings> = { ...held, askAbove: 0, confirmedAccounts: [] };

/** The settings of 1.0.0, which has no notifications. */
const fixture = path.join(import.meta.dirname, '../../../fixtures/schema-15/user-data');

it('settings of 1.0.0 are read whole, and what has come since is as in a new profile', async () => {
  const written = JSON.parse(await readFile(path.join(fixture, 'settings.json'), 'utf8')) as Settings;
  expect(written).not.toHaveProperty('notifications');
  await writeFile(file, JSON.stringify(written));
  const store = openSettingsStore(folder);
  expect(store.repair()).toBeNull();
  expect(store.get()).toEqual({ ...defaultSettings, ...written });
});

type Damage = readonly [what: string, content: string | Buffer, expected: Partial<Settings>, lost: readonly string[]];
const damaged: readonly Damage[] = [
  ['a newer version with another field', text({ ...running, fromTomorrow: 1 }), running, []],
  ['a newer version with another field, held', text({ ...chosen, fromTomorrow: [1, { a: 2 }] }), chosen, []],
  ['a newer version with a field inside another', text({ ...running, compose: { ...running.compose, seed: 7 } }), running, []],
  ['a newer version whose proxy has another field', text({ ...running, proxy: { mode: 'none', since: 1 } }), running, []],
  ['a newer version that renamed the field of the held queue', text({ ...running, queueStopped: undefined, queue: 'held' }), { ...running, ...held }, ['queueStopped']],
  ['a file without a field', text({ ...running, usualCount: undefined }), { ...running, usualCount: 1 }, []],
  ['a file with one field', text({ theme: 'dark' }), { ...defaultSettings, theme: 'dark' }, []],
  ['an unknown theme', text({ ...running, theme: 'sepia' }), { ...running, theme: 'system' }, ['theme']],
  ['a held queue and an unknown theme', text({ ...chosen, theme: 'sepia' }), { ...chosen, theme: 'system' }, ['theme']],
  ['a number for the held queue', text({ ...running, queueStopped: 1 }), { ...running, ...held }, ['queueStopped']],
  ['a word for the held queue', text({ ...running, queueStopped: 'no' }), { ...running, ...held }, ['queueStopped']],
  ['null for the held queue', text({ ...running, queueStopped: null }), { ...running, ...held }, ['queueStopped']],
  ['a number for the library', text({ ...running, libraryFolder: 7 }), { ...running, ...held, libraryFolder: '/known' }, ['libraryFolder']],
  ['an empty library', text({ ...running, libraryFolder: '' }), { ...running, ...held, libraryFolder: '/known' }, ['libraryFolder']],
  ['a relative library', text({ ...running, libraryFolder: 'Pictures' }), { ...running, ...held, libraryFolder: '/known' }, ['libraryFolder']],
  ['a library with a NUL', text({ ...running, libraryFolder: '/a\0b' }), { ...running, ...held, libraryFolder: '/known' }, ['libraryFolder']],
  ['a library in Latin-1', Buffer.from(text({ ...running, libraryFolder: '/home/josé' }), 'latin1'), { ...running, ...held, libraryFolder: '/known' }, ['libraryFolder']],
  ['an unknown proxy', text({ ...running, proxy: { mode: 'tor' } }), { ...running, ...held, proxy: { mode: 'system' } }, ['proxy']],
  ['an odd limit to ask above', text({ ...running, askAbove: 1e9 }), { ...running, askAbove: 0 }, ['askAbove']],
  ['an odd list of confirmed accounts', text({ ...running, confirmedAccounts: [account, 7] }), { ...running, confirmedAccounts: [] }, ['confirmedAccounts']],
  ['an odd number of submissions at once', text({ ...running, concurrentSubmissions: 99 }), { ...running, concurrentSubmissions: 4 }, ['concurrentSubmissions']],
  ['odd choices of one account', text({ ...running, composeByAccount: { ...running.composeByAccount, [other]: { model: 1 } } }), running, ['composeByAccount']],
  ['an odd size', text({ ...running, compose: { ...running.compose, size: 9 } }), { ...running, compose: { ...running.compose, size: '1024x1024' } }, ['compose']],
  ['three odd fields', text({ ...running, theme: 1, usualCount: -1, openWith: {} }), { ...running, theme: 'system', usualCount: 1, openWith: null }, ['theme', 'usualCount', 'openWith']],
  ['a byte order mark', `\uFEFF${whole}`, running, []],
  ['UTF-16', Buffer.from(`\uFEFF${whole}`, 'utf16le'), running, []],
  ['UTF-16 of the other order', Buffer.from(`\uFEFF${whole}`, 'utf16le').swap16(), running, []],
  ['UTF-16 without a mark, and zero at its end', Buffer.from(`${whole}\0\0`, 'utf16le'), running, []],
  ['zeros at its end', `${whole}\0\0\0\0`, running, []],
  ['a comma too many', `${whole.slice(0, -1)},}`, running, []],
  ['something after its end', `${whole}}garbage`, running, []],
  ['the last bracket missing', whole.slice(0, -1), running, []],
  ['everything missing after the library', cutBefore('wildcardFolder'), { ...defaultSettings, ...doubtful, libraryFolder: library }, Object.keys(defaultSettings).slice(1)],
  ['everything missing after the proxy', cutBefore('compose'), { ...doubtful, libraryFolder: library, wildcardFolder: '/wild', theme: 'dark', proxy: { mode: 'none' }, usualCount: 1 }, ['queueStopped', 'askAbove']],
  ['the library cut in its name', whole.slice(0, whole.indexOf('pictures')), { ...defaultSettings, ...doubtful, libraryFolder: '/known' }, ['libraryFolder', 'queueStopped']],
  ['the choices of accounts cut', whole.slice(0, whole.indexOf('"usualCount"') - 4), { ...doubtful, libraryFolder: library }, ['composeByAccount', 'queueStopped']],
  ['zeros only', Buffer.alloc(700), { ...defaultSettings, ...doubtful, libraryFolder: '/known' }, Object.keys(defaultSettings)],
  ['nothing', '', { ...defaultSettings, ...doubtful, libraryFolder: '/known' }, Object.keys(defaultSettings)],
  ['a list', '[]', { ...defaultSettings, ...doubtful, libraryFolder: '/known' }, Object.keys(defaultSettings)],
  ['null', 'null', { ...defaultSettings, ...doubtful, libraryFolder: '/known' }, Object.keys(defaultSettings)],
  ['another file', '<html>', { ...defaultSettings, ...doubtful, libraryFolder: '/known' }, Object.keys(defaultSettings)],
  ['an empty object', '{}', defaultSettings, []],
];

describe('settings', () => {
  it.each(damaged)('with %s', async (_what, content, expected, lost) => {
    await writeFile(file, content);
    const store = openSettingsStore(folder, '/known');
    expect(store.get()).toMatchObject(expected);
    expect(await readFile(file), 'nothing is written before the history is open').toEqual(Buffer.from(content));
    expect(await readdir(folder)).toEqual(['settings.json']);

    const loss = store.repair();
    expect(loss?.fields ?? []).toEqual(expect.arrayContaining([...lost]));
    if (lost.length === 0) expect(loss?.fields ?? []).toEqual([]);
    if (loss !== null) expect(await readFile(loss.kept)).toEqual(Buffer.from(content));
    // It is said once, and what is used stays.
    const again = openSettingsStore(folder, undefined);
    expect(again.get()).toEqual(store.get());
    expect(again.repair()).toBeNull();
  });

  it('keep what a newer version wrote, also inside a field, until that field is changed', async () => {
    await writeFile(file, text({ ...running, fromTomorrow: { a: [1] }, compose: { ...running.compose, seed: 7 }, theme: 'sepia' }));
    const store = openSettingsStore(folder);
    store.set({ ...store.get(), usualCount: 5 });
    expect(await onDisk()).toMatchObject({ fromTomorrow: { a: [1] }, compose: { seed: 7 }, usualCount: 5, theme: 'system' });
    store.set({ ...store.get(), compose: { model: 'new', size: '', quality: '' } });
    expect(await onDisk()).toMatchObject({ fromTomorrow: { a: [1] }, compose: { model: 'new', size: '', quality: '' } });
    const [, kept = ''] = (await readdir(folder)).sort();
    expect(await readFile(path.join(folder, kept), 'utf8')).toContain('sepia');
  });

  it('that are missing although another folder is known as the library are lost, not new', async () => {
    expect(openSettingsStore(folder, null).get()).toEqual(defaultSettings);
    const store = openSettingsStore(folder, '/known');
    expect(store.get()).toEqual({ ...defaultSettings, ...doubtful, libraryFolder: '/known' });
    expect(store.repair()?.fields).toContain('libraryFolder');
    expect(openSettingsStore(folder).get().queueStopped).toBe(true);
  });

  it('in whose place is a folder are read as lost, and the folder is kept', async () => {
    await mkdir(path.join(file, 'inner'), { recursive: true });
    const store = openSettingsStore(folder);
    expect(store.get()).toMatchObject(doubtful);
    const loss = store.repair();
    expect(await readdir(loss?.kept ?? '')).toEqual(['inner']);
    expect(openSettingsStore(folder).get()).toEqual(store.get());
  });

  it('lose no field when any other is replaced by anything', async () => {
    const names = Object.keys(chosen) as (keyof Settings)[];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.jsonValue(), fc.boolean(), async (name, value, isHeld) => {
        const before = isHeld ? chosen : running;
        await writeFile(file, text({ ...before, [name]: value }));
        const { [name]: _replaced, queueStopped, ...rest } = openSettingsStore(folder, '/known').get() as Settings & Record<string, unknown>;
        expect(before).toMatchObject(rest);
        // The queue never starts to go on. It may stop.
        if (name !== 'queueStopped') expect(queueStopped || !isHeld).toBe(true);
        else expect(queueStopped).toBe(value !== false);
      }),
      { numRuns: 400 },
    );
  });

  it('never start a held queue, wherever the file is cut', async () => {
    const all = text(chosen);
    for (let length = 0; length < all.length; length += 1) {
      await writeFile(file, all.slice(0, length));
      const settings = openSettingsStore(folder, library).get();
      expect([settings.queueStopped, settings.libraryFolder], all.slice(0, length)).toEqual([true, library]);
    }
  });
});

describe('the state of the window', () => {
  const tested = { test: { outcome: 'unclear', httpStatus: 308, detail: '', seen: { kind: 'redirect', location: 'https://b.example', base: null } }, at: 1 } as const;
  const state = { selectedAccountId: account, environmentKeyDeclined: true, lastTests: {}, formerLibraryFolders: ['/a', '/b'], libraryFolder: library, ran: '1.2.0', news: { version: '1.2.0', isTold: true }, window: { bounds: { x: 1, y: 2, width: 3, height: 4 }, maximized: true } };
  it.each([
    ['an odd selected account', { ...state, selectedAccountId: 'x' }, { ...state, selectedAccountId: null }, ['selectedAccountId']],
    ['odd bounds', { ...state, window: { ...state.window, bounds: { x: 0 } } }, { ...state, window: { bounds: null, maximized: true } }, ['window']],
    ['one odd former folder', { ...state, formerLibraryFolders: ['/a', 7, '/b'] }, state, ['formerLibraryFolders']],
    ['what the last test said', { ...state, lastTests: { [account]: tested } }, { ...state, lastTests: { [account]: tested } }, []],
    ['an odd test', { ...state, lastTests: { [account]: { ...tested, test: { outcome: 'later' } } } }, state, ['lastTests']],
    ['a file of 1.0.0, which did not note itself', { ...state, ran: undefined, news: undefined }, { ...state, ran: '1.0.0', news: null }, []],
    ['odd news', { ...state, news: { version: 7 } }, { ...state, news: null }, ['news']],
    ['an odd library', { ...state, libraryFolder: 7 }, { ...state, libraryFolder: null }, ['libraryFolder']],
    ['a field of a newer version', { ...state, window: { ...state.window, screen: 2 }, fromTomorrow: 1 }, state, []],
  ])('with %s', async (_what, content, expected, lost) => {
    await writeFile(path.join(folder, 'view-state.json'), text(content));
    const store = openViewStateStore(folder);
    expect(store.get()).toEqual(expected);
    expect(store.repair()?.fields ?? []).toEqual(lost);
  });
});

describe('keys', () => {
  const key = { keeping: 'protected', origin: 'https://a.example', lastFour: 'abcd', bytes: 'djExAAAA', refused: false } as const;
  const keysFile = (): string => path.join(folder, 'keys.json');
  const odd: Readonly<Record<string, unknown>> = {
    'another way of keeping': { ...key, keeping: 'token' },
    'no bytes': { ...key, bytes: undefined },
    'bytes that are no base64': { ...key, bytes: '%%' },
    'an origin that is none': { ...key, origin: 'here' },
    'a number': 7,
    null: null,
    'a list': [],
  };
  it.each(Object.entries(odd))('keep the others and the entry itself if one is %s', async (_what, entry) => {
    await writeFile(keysFile(), text({ keys: { a: key, b: entry }, fromTomorrow: 1 }));
    const store = openKeysFile(folder);
    expect([store.read('a'), store.read('b'), store.origins()]).toEqual([key, null, { a: key.origin }]);
    expect(store.repair()?.fields).toEqual(['keys']);
    store.write('c', key);
    const after = JSON.parse(await readFile(keysFile(), 'utf8')) as { keys: object };
    expect(after).toEqual(JSON.parse(text({ keys: { a: key, b: entry, c: key }, fromTomorrow: 1 })));
    // A key that is deleted is in no file any more.
    store.write('b', null);
    expect(await readFile(keysFile(), 'utf8')).not.toContain('"b"');
    expect(openKeysFile(folder).repair()).toBeNull();
  });

  it('of a newer version, with another field, are used', async () => {
    await writeFile(keysFile(), text({ keys: { a: { ...key, since: 1 } } }));
    expect(openKeysFile(folder).read('a')).toEqual(key);
    expect(openKeysFile(folder).repair()).toBeNull();
  });

  it('before a cut are used, and the file as it was is kept', async () => {
    const cut = text({ keys: { a: key, b: key } }).slice(0, -20);
    await writeFile(keysFile(), cut);
    const store = openKeysFile(folder);
    expect(store.read('a')).toEqual(key);
    store.write('c', key);
    const names = (await readdir(folder)).sort();
    expect(names).toEqual(['keys.json', expect.stringMatching(/^keys\.unreadable-\d+\.json$/)]);
    expect(await readFile(path.join(folder, names[1] ?? ''), 'utf8')).toBe(cut);
    expect([openKeysFile(folder).read('a'), openKeysFile(folder).read('c')]).toEqual([key, key]);
  });
});

describe('a large damaged file', () => {
  it('is given up in time, so that Latent starts', () => {
    const garbage = `{"a":1,"list":[${'"x",'.repeat(250_000)}oops,${'1,'.repeat(6_000)}]}`;
    expect(readFields(Buffer.from(garbage))).toEqual(nothingFound);
    // What is missing only at the end is still found in a file of any size.
    expect(readFields(Buffer.from(`{"a":1,"list":[${'"x",'.repeat(250_000)}"y`))).toMatchObject({ fields: { a: 1 }, isWhole: false, broken: 'list' });
  });
});
