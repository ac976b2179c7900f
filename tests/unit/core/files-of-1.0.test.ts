import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readFeed, writeFeed } from '../../../electron/core/updates/signed-feed.ts';
import { readPromptFile, writePromptFile } from '../../../shared/prompts/prompt-file.ts';
import { newKey } from '../../support/feed-server.ts';
import { metadataOf } from './metadata/reading/build-files.ts';

/** Files that 1.0.0 wrote and that leave the computer. People have them for ever, so they are never made again: a change of a format adds another folder. */
const bytesOf = (name: string): Buffer => readFileSync(path.join(import.meta.dirname, '../../fixtures/files-1.0.0', name));
const textOf = (name: string): string => bytesOf(name).toString('utf8');

/** Of the key that signed latent-feed.json, of which nobody kept the private half. */
const publicKey = 'XB-zg-k1SFuC4hAfrHdcXjAG8hhrvHWIk-vmj0nyOQA';

const recorded = {
  prompt: 'A red fox <at> dawn & "dusk",\nin snow 🦊, früh, 港',
  negativePrompt: 'blurry',
  model: 'imagen, large',
  size: '1024x1536',
  quality: 'high',
  fields: { seed: 7, style: 'vivid', nested: { list: [1, null, 'ü'] } },
  seed: '18446744073709551615',
  steps: '30',
  sampler: 'Euler a',
  cfgScale: '7.5',
  taskId: 'task_01HZX',
  account: 'Studio & Co',
  batch: 'Foxes',
  software: null,
  favourite: true,
  flag: 'pick',
  note: 'For the cover.\nAsk Ana.',
  albums: ['Covers', 'Best of 2026'],
};

it.each(['png', 'jpeg', 'webp'] as const)('a picture that was exported as %s has its prompt, settings and marks', async (type) => {
  const found = await metadataOf(type, bytesOf(`exported.${type}`));
  expect(found).toMatchObject({ record: recorded, createdAt: Date.UTC(2026, 10, 28, 8, 30, 0, 123), rating: 4, label: 'Red', tags: ['fox', 'snow & ice', 'früh'], source: 'latent' });
});

it('a prompt file is read, and 1.0.0 can read what is written now', () => {
  const text = textOf('fox.latent-prompt.json');
  const shared = { prompt: 'A {red|blue} fox\n"at dawn", früh 🦊', model: 'painter-2', size: '1024x1536', quality: 'high', fields: { seed: 42, nested: { style: 'ink' } } };
  expect(readPromptFile(text)).toEqual({ ok: true, shared });
  expect(JSON.parse(writePromptFile(shared))).toMatchObject(JSON.parse(text) as object);
});

it('a feed is read, and 1.0.0 can read what is signed now', () => {
  const text = textOf('latent-feed.json');
  const { manifest: inner } = JSON.parse(text) as { manifest: string };
  const manifest = readFeed(text, publicKey);
  expect(manifest).toMatchObject(JSON.parse(inner) as object);
  const written = JSON.parse(writeFeed(manifest, newKey())) as { manifest: string; signature: string };
  expect(written.signature).toMatch(/^[\w-]{86}$/);
  expect(JSON.parse(written.manifest)).toMatchObject(JSON.parse(inner) as object);
});
