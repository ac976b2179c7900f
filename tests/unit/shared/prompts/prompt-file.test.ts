import { expect, it } from 'vitest';
import { longestPromptFile, readPromptFile, writePromptFile } from '../../../../shared/prompts/prompt-file.ts';

const file = (changed: object): string => JSON.stringify({ latent: 'prompt', version: 1, prompt: 'A fox', ...changed });

it('reads what it writes, and writes no address and no key', () => {
  const request = { prompt: 'A {red|blue} fox\n"at dawn"', model: 'painter', size: '1024x1024', quality: 'high', fields: { seed: 42, webhook: 'https://me.example/?t=1', api_key: 'sk-1', more: { token: 'x', style: 'ink' } } };
  const text = writePromptFile({ ...request, references: [{ kind: 'address', url: 'https://me.example/a.png' }] } as typeof request);
  expect(text).not.toMatch(/example|sk-1|token|references/);
  expect(readPromptFile(text)).toEqual({ ok: true, shared: { ...request, fields: { seed: 42, more: { style: 'ink' } } } });
  expect(readPromptFile(`\uFEFF${text}`)).toMatchObject({ ok: true });
});

it('takes a seed that stands alone, ignores other names, and leaves out what the file does not say', () => {
  expect(readPromptFile(file({ seed: 7, task: 'abc', account: 'mine' }))).toEqual({ ok: true, shared: { prompt: 'A fox', fields: { seed: 7 } } });
  expect(readPromptFile(file({ seed: 7, fields: { seed: 8 } }))).toMatchObject({ shared: { fields: { seed: 8 } } });
});

it('refuses a number that would lose digits, and a prompt that has lost a character', () => {
  for (const number of ['12345678901234567890', '1e400', '-0']) {
    expect(readPromptFile(`{"latent":"prompt","version":1,"prompt":"A fox","seed":${number}}`)).toEqual({ ok: false, why: 'digits' });
    expect(readPromptFile(`{"latent":"prompt","version":1,"prompt":"A fox","fields":{"a":[${number}]}}`)).toEqual({ ok: false, why: 'digits' });
    expect(readPromptFile(`{"latent":"prompt","version":1,"prompt":"A fox","task":${number}}`)).toEqual({ ok: true, shared: { prompt: 'A fox' } });
  }
  expect(readPromptFile(file({ prompt: 'caf\uFFFD' }))).toEqual({ ok: false, why: 'damaged' });
  expect(readPromptFile('{"latent":"prompt","version":1,"prompt":"a","prompt":"b"}')).toEqual({ ok: false, why: 'damaged' });
});

it('refuses newer versions and damaged files, and leaves other texts to others', () => {
  expect(readPromptFile(file({ version: 2, prompt: 3 }))).toEqual({ ok: false, why: 'newer' });
  const damaged = [
    file({}).slice(0, -2),
    file({ version: '1' }),
    file({ version: 0 }),
    file({ prompt: ' ' }),
    file({ prompt: 'x'.repeat(32_001) }),
    file({ prompt: ['x'] }),
    file({ model: 1 }),
    file({ size: 'x'.repeat(65) }),
    file({ seed: {} }),
    file({ fields: [] }),
    file({ fields: { prompt: 'another' } }),
    file({ fields: { long: 'x'.repeat(30_000) } }),
    `${file({}).slice(0, -1)},"fields":${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}}`,
    file({ note: 'x'.repeat(longestPromptFile) }),
  ];
  for (const text of damaged) expect(readPromptFile(text), text.slice(0, 80)).toEqual({ ok: false, why: 'damaged' });
  for (const text of ['', 'A fox', '[]', '{}', 'null', '{"prompt":"A fox"}', '[{"latent":"prompt"}]', '{"latent":"list"}', '{"prompt":"a"}\n{"prompt":"b"}']) expect(readPromptFile(text), text).toBeNull();
});
