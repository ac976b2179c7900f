import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isOpenToPrograms, isRepeated, needsEngine, openChannels } from '../../../electron/socket/open-channels.ts';
import { anySchemas, programSchemas, type AnyChannel } from '../../../shared/ipc/programs.ts';
import { inputSchemas } from '../../../shared/ipc/schemas.ts';

const channels = Object.keys(anySchemas) as readonly AnyChannel[];
const ofPrograms = Object.keys(programSchemas);
const ofWindow = Object.keys(inputSchemas);

/**
 * Calls that change something, and mean the same when they are made twice: tasks and batches have ids that the caller chose, a second query changes nothing, and files
 * that were imported are there already.
 */
const byIds: readonly AnyChannel[] = ['tasks:submit', 'tasks:submit-batch', 'tasks:check', 'tasks:add-by-id', 'programs:import', 'assistant:submit'];
/** The same without the engine: an account stays confirmed, a copy is named by its content, and a bucket keeps what it has. */
const lasting: readonly AnyChannel[] = ['accounts:confirm', 'mirror:test', 'programs:keep-references', 'programs:mirror'];
/** Calls that only read, or change nothing on disk. */
const reads = /^(?:app:snapshot|tasks:(?:detail|look-up|prompts)|images:describe|spending:(?:spent|sums)|albums:(?:list|counts)|accounts:(?:test|test-new|removal-facts)|assistant:(?:allowance|quote|picture)|wildcards:folder|programs:(?:pictures|tasks|files|health|mirrored|use-key))$/;

it('repeats a call without an answer only where that means the same', () => {
  expect(channels.filter((channel) => isRepeated(channel) && !reads.test(channel)).toSorted()).toEqual([...byIds, ...lasting].toSorted());
  const once = ['accounts:add', 'accounts:remove', 'batches:hold', 'export:stop', 'import:cancel', 'mirror:set', 'mirror:stop', 'programs:export', 'tasks:release', 'tasks:stop', 'tasks:withdraw'];
  expect(openChannels.filter((channel) => !isRepeated(channel)).toSorted()).toEqual(once);
});

it('starts the engine for what sends or asks the service for tasks, and not for what reads, stops or cancels', () => {
  expect(openChannels.filter(needsEngine).toSorted()).toEqual([...byIds, 'batches:hold', 'tasks:release'].toSorted());
});

it('opens nothing that is no channel, and no channel by itself', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'keys:all', 'export:choose', 'accounts:set-key']) expect(isOpenToPrograms(name), name).toBe(false);
});

it('a channel is either of the window or of programs alone', () => {
  expect(ofPrograms.filter((channel) => ofWindow.includes(channel))).toEqual([]);
  expect(ofPrograms.every((channel) => /^(?:programs|assistant):/.test(channel) && isOpenToPrograms(channel))).toBe(true);
});

it('no page can call a channel that takes a path', () => {
  // Pages reach main by the names that the build puts into main and preload, and by nothing else.
  expect(readFileSync('vite.config.ts', 'utf8')).toContain('channelNames: JSON.stringify(Object.keys(inputSchemas))');
  const sources = [...globSync('electron/preload/*.ts'), ...globSync('renderer/**/*.{ts,tsx}'), 'electron/hosts/electron/handle-calls.ts'];
  expect(sources.filter((file) => /programs:|ipc\/programs/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

it.each([path.resolve('x'), 'C:\\x', '\\\\server\\share'])('a program may name %s', (file) => {
  expect(programSchemas['programs:import'].safeParse({ paths: [file] }).success).toBe(true);
  expect(programSchemas['programs:export'].safeParse({ search: '', to: file, into: 'zip' }).success).toBe(true);
});

it.each(['x', './x', '../x', '', 'C:x', 'file:///x', '/x\0'])('a program must not name %j, because main has another working folder', (file) => {
  expect(programSchemas['programs:import'].safeParse({ paths: [file] }).success).toBe(false);
  expect(programSchemas['programs:export'].safeParse({ search: '', to: file, into: 'zip' }).success).toBe(false);
});

it('programs can call nothing that asks in a window, shows something there, or changes a key', () => {
  for (const channel of ['library:open-gallery', 'library:open-history', 'export:choose', 'import:choose', 'images:copy', 'windows:show', 'settings:set-proxy', 'accounts:replace-key', 'accounts:forget-key', 'accounts:change-address', 'marks:empty-trash', 'updates:restart']) {
    expect(ofWindow).toContain(channel);
    expect(isOpenToPrograms(channel), channel).toBe(false);
  }
});
