import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useGenerateRig, type PrintedGenerate } from '../../../support/generate-rig.ts';
import { paintPng } from '../../../support/paint-png.ts';

const { service, rig, add, generate, sent } = useGenerateRig();

test('a fresh profile gets a real picture of the practice service', async () => {
  const run = await generate('a lighthouse at dusk', '--size', '64x64', '--json');
  expect(run).toMatchObject({ status: 0, stderr: '' });
  const { tasks, batch } = run.json<PrintedGenerate>();
  expect(batch).toBeNull();
  expect(tasks).toMatchObject([{ status: 'completed', prompt: 'a lighthouse at dusk' }]);
  const [file = ''] = tasks[0]?.pictures ?? [];
  expect(path.isAbsolute(file)).toBe(true);
  expect((await readFile(file)).subarray(1, 4).toString()).toBe('PNG');
});

describe('money', () => {
  test('without a terminal, what the window would ask is sent only with --yes', async () => {
    await add({ prices: { '*': '2' } });
    const refused = await generate('unasked fox');
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('first task that Latent sends with this account');
    expect(refused.stderr).toContain('Nothing was sent: 1 task, $2');
    const run = await generate('asked fox', '--yes', '--json');
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(await sent('unasked')).toEqual([]);
    expect(await sent('asked')).toHaveLength(1);
    // A script that agrees is no person who was asked: the window still asks.
    expect(await generate('unasked hare')).toMatchObject({ status: 2 });
  });

  test('--max-cost refuses all of it, and what has no price', async () => {
    await add({ prices: { known: '2' } });
    const above = await generate('dear one', 'dear two', '--model', 'known', '--max-cost', '3.99', '--yes');
    expect(above).toMatchObject({ status: 2, stdout: '' });
    expect(above.stderr).toContain('the 2 tasks cost $4.00, which is more than --max-cost $3.99');
    expect((await generate('dear one', '--model', 'known,new', '--max-cost', '100', '--yes')).stderr).toContain('the price of 1 of 2 tasks is unknown');
    expect(await generate('cheap one', '--model', 'known', '--max-cost', '2', '--yes')).toMatchObject({ status: 0 });
    expect(await sent('dear')).toEqual([]);
    expect(await sent('cheap')).toHaveLength(1);
  });

  test('a dry run says all of it, sends nothing and opens no connection', async () => {
    await add({ prices: { a: '2' }, options: { budget: { day: null, month: null, total: '3' } } });
    const before = (await service().requests()).length;
    const run = await generate('dry 1', 'dry 2', '--model', 'a', '--budget', '4', '--dry-run', '--json');
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.json()).toMatchObject({ dryRun: true, tasks: 2, price: { amount: '4', unit: 'USD', unpriced: 0 }, sends: 2, left: 0, asks: true, accountBudget: { left: '3', period: 'total', fits: 1 } });
    const unpriced = await generate('dry 1', 'dry 2', '--model', 'a,b', '--dry-run', '--json');
    expect(unpriced.json()).toMatchObject({ tasks: 4, price: { amount: '4', unpriced: 2 } });
    expect((await service().requests()).length).toBe(before);
  });
});

describe('what is sent', () => {
  test('a list with a template, a matrix, fields and references is one batch of what the window would send', async () => {
    await add({ options: { references: { name: 'image', form: 'data-url', several: false } } });
    const list = path.join(rig().home, 'animals.csv');
    await writeFile(list, 'animal,quality\nfox,high\nhare,\n');
    const reference = path.join(rig().home, 'reference.png');
    const bytes = await paintPng({ prompt: 'a reference', index: 0, width: 16, height: 16 });
    await writeFile(reference, bytes);
    const run = await generate('listed ${animal} in {snow|rain}', '--list', list, '--model', 'a', '--model', 'b', '--quality', 'low', '--set', 'n=1', '--set', 'style=vivid', '--reference', reference, '--yes', '--json');
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.json<PrintedGenerate>().batch).toMatch(/^[0-9a-f-]{36}$/);
    const bodies = await sent('listed');
    expect(bodies.map(({ prompt, model, quality }) => `${String(prompt)} ${String(model)} ${String(quality)}`).toSorted()).toEqual(
      ['fox in rain a high', 'fox in rain b high', 'fox in snow a high', 'fox in snow b high', 'hare in rain a low', 'hare in rain b low', 'hare in snow a low', 'hare in snow b low'].map((words) => `listed ${words}`),
    );
    for (const body of bodies) expect(body).toMatchObject({ n: 1, style: 'vivid', image: `data:image/png;base64,${bytes.toString('base64')}` });
  });

  test('a list with a fault sends nothing, and each fault has its line', async () => {
    await add();
    const list = path.join(rig().home, 'prompts.csv');
    await writeFile(list, 'prompt,count\nfaulty fox,1\nfaulty hare,many\n,1\n');
    const run = await generate('--list', list, '--yes');
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toMatch(/Line 3, count: .*\nLine 4, prompt: The prompt is missing\.\nNothing was sent: 2 rows have problems/);
    expect(await sent('faulty')).toEqual([]);
  });
});
