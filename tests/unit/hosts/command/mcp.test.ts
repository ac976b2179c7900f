import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openAssistantRig, paidKey, startAssistant } from '../../../support/assistant-rig.ts';
import { version } from '../../../../package.json' with { type: 'json' };
import { revisions, type Assistant } from '../../../support/mcp-client.ts';

const budget = { perCall: '0.6', perDay: '0.9', asks: 'latent' } as const;
const fixtures = path.resolve(import.meta.dirname, '../../../fixtures/mcp');

const picture = (id: string, more: Record<string, unknown> = {}) => ({ request_id: `request-${id}`, prompt: `a picture for ${id}`, model: 'm', ...more });
const tasksOf = ({ data }: Awaited<ReturnType<Assistant['call']>>) => data['tasks'] as { task_id: string; status: string; pictures: { picture_id: number; file: string }[] }[];

describe.each(revisions)('in revision %s, an assistant', (revision) => {
  it('finds its tools, buys a picture within its budget, and never sees a key or a whole file', async () => {
    const { home, userData, service } = await openAssistantRig(budget);
    const { client, messages, call, close } = await startAssistant({ home, userData, revision });
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const { tools } = await client.listTools();
    // Clients ask a person before they run what is not read-only.
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual(['generate']);
    for (const { outputSchema, description } of tools) expect([outputSchema?.['type'], description]).toEqual(['object', expect.stringMatching(/\w/)]);

    expect((await call('list_models')).data).toMatchObject({ accounts: [{ free: true }, { account: 'Studio', free: false, unit: 'credits' }], models: ['m'] });
    expect(await call('estimate', { model: 'm', count: 2 })).toMatchObject({ isError: false, text: expect.stringContaining('0.6 credits'), data: { amount: '0.6', asks_first: false } });
    const bought = await call('generate', picture('first'));
    const [task] = tasksOf(bought);
    expect(task).toMatchObject({ status: 'completed', cost: { amount: '0.3', said_by: 'estimate' }, pictures: [{ state: 'kept', width: 32 }] });
    // An agent repeats what it has already.
    const again = await call('generate', picture('first'));
    expect(again.data).toEqual({ ...bought.data, is_new: false });
    expect(again.text).toMatch(/nothing new was sent or charged/);
    expect(await service.posts('a picture for first')).toBe(1);

    const { picture_id, file } = task?.pictures[0] ?? { picture_id: -1, file: '' };
    const shown = await call('get_picture', { picture_id });
    const link = shown.content.find(({ type }) => type === 'resource_link') as unknown as { uri: string; mimeType: string; size: number };
    expect(fileURLToPath(link.uri)).toBe(file);
    expect(link).toMatchObject({ mimeType: 'image/png', size: readFileSync(file).length });
    expect(await call('get_task', { task_id: task?.task_id })).toMatchObject({ data: task });
    expect((await call('spending')).data).toMatchObject({ budget: { spent_today: '0.3' }, spent: { day: '0.3' } });
    expect((await call('list_tasks')).data).toEqual({ tasks: [], more: 0 });
    expect((await call('albums')).data).toEqual({ albums: [] });
    expect((await call('search', { query: 'picture first' })).data).toMatchObject({ total: 1, pictures: [{ picture_id, file }] });
    await close();

    const all = JSON.stringify(messages);
    expect(all).not.toContain(paidKey);
    expect(all).not.toContain(readFileSync(file).toString('base64').slice(0, 100));
    await expect(transcript(messages, home)).toMatchFileSnapshot(path.join(fixtures, `${revision}.txt`));
  });

  it('is told in words what goes wrong, and that it waits for the person beyond the budget', async () => {
    const { home, userData, service } = await openAssistantRig(budget);
    await service.script('a picture for lost', { submit: [{ status: 500 }] });
    const { call } = await startAssistant({ home, userData, revision });
    expect(await call('generate', picture('two', { count: 2 }))).toMatchObject({ isError: false });
    const held = await call('generate', picture('beyond', { count: 2 }));
    expect(held).toMatchObject({ isError: false, data: { is_new: true } });
    expect(held.text).toMatch(/today’s 0\.9 credits would be exceeded; 0\.6 credits are spent.*until the person sends or cancels it\. Nothing was sent or charged/s);
    expect(await call('generate', picture('priceless', { model: 'other' }))).toMatchObject({ text: expect.stringContaining('its price is not known') });
    expect(await call('generate', picture('nobody', { account: 'Nobody' }))).toMatchObject({ isError: true, text: expect.stringMatching(/no account “Nobody”\. Nothing was sent/) });
    expect(await call('generate', picture('two', { count: 1 }))).toMatchObject({ isError: true, text: expect.stringMatching(/No new task was made/) });
    expect(await call('get_picture', { picture_id: 999 })).toMatchObject({ isError: true, text: expect.stringContaining('no longer exists') });
    expect(await call('generate', { request_id: '1', prompt: '' })).toMatchObject({ isError: true, text: expect.stringContaining('request_id') });
    expect(await call('generate', picture('lost'))).toMatchObject({ isError: false, text: expect.stringMatching(/may have been charged.*Do not make it again yourself/) });
    expect((await service.requests()).filter(({ method }) => method === 'POST')).toHaveLength(3);
  });

  it('asks in its own app if the person lets that count, and commits nothing before the answer', async () => {
    const { home, userData, service } = await openAssistantRig({ ...budget, perDay: '0', asks: 'assistant' });
    const asked: string[] = [];
    let answer: 'yes' | 'no' | 'dismiss' = 'no';
    const { call } = await startAssistant({
      home,
      userData,
      revision,
      elicit(message) {
        asked.push(message);
        return answer;
      },
    });
    expect(await call('generate', picture('asked'))).toMatchObject({ isError: true, text: expect.stringMatching(/did not agree.*Nothing was sent or charged/) });
    answer = 'dismiss';
    expect(await call('generate', picture('asked'))).toMatchObject({ isError: true });
    // Neither on hold nor anything else.
    expect((await call('list_tasks')).data).toEqual({ tasks: [], more: 0 });
    answer = 'yes';
    expect(tasksOf(await call('generate', picture('asked')))).toMatchObject([{ status: 'completed' }]);
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatch(/a picture for 0\.3 credits: “a picture for asked”/);
    expect(await service.posts('a picture for asked')).toBe(1);
  });

  it('that cannot ask waits for the person in Latent, also if a question elsewhere would count', async () => {
    const { home, userData, service } = await openAssistantRig({ ...budget, perDay: '0', asks: 'assistant' });
    const { call } = await startAssistant({ home, userData, revision });
    expect((await call('generate', picture('mute'))).text).toMatch(/It waits in Latent’s window/);
    expect(await service.posts('a picture for mute')).toBe(0);
  });
});

it('two assistants at once have one owner and one budget', async () => {
  const { home, userData, service } = await openAssistantRig({ ...budget, perDay: '1.5' });
  const [one, two] = await Promise.all(revisions.map((revision) => startAssistant({ home, userData, revision, wait: 5 })));
  const calls = Array.from({ length: 10 }, async (_, at) => (at % 2 === 0 ? one : two)?.call('generate', picture(`shared ${at}`)));
  await Promise.all(calls);
  expect((await service.requests()).filter(({ method }) => method === 'POST')).toHaveLength(5);
  // The owner may be the first to go.
  await one?.close();
  expect((await two?.call('spending'))?.data).toMatchObject({ budget: { spent_today: '1.5', waiting_for_person: 5 } });
});

/** The messages as lines, with what differs from run to run made equal. */
function transcript(messages: Assistant['messages'], home: string): string {
  const ids = new Map<string, string>();
  return messages
    .filter(({ message }) => !JSON.stringify(message).includes('notifications/progress'))
    .map(({ from, message }) => `${from}: ${JSON.stringify(message)}`)
    .join('\n')
    .replaceAll(home, '/home/person')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => ids.get(id) ?? ids.set(id, `id-${ids.size + 1}`).get(id) ?? '')
    // Files are named by the time.
    .replaceAll(/\d{4}\/\d{4}-\d{2}\//g, '2026/2026-11/')
    .replaceAll(/\d{4}-\d{2}-\d{2}( |%20)\d{2}\.\d{2}\.\d{2}/g, (_, space: string) => `2026-11-28${space}12.00.00`)
    .replaceAll(`"version":"${version}"`, '"version":"1.0.0"')
    .concat('\n');
}
