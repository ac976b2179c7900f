import { expect, it } from 'vitest';
import { noOptions, type ReferenceField } from '../../../shared/account.ts';
import { taskHandlers } from '../../../electron/handlers/task-handlers.ts';
import type { HandlerServices } from '../../../electron/handlers/handler-services.ts';
import type { AppFailure } from '../../../shared/errors.ts';
import type { GenerationRequest, PictureReference, Reference } from '../../../shared/task.ts';

it('a submission whose intents are written succeeds even if the suggestions cannot be read', async () => {
  const services = {
    accounts: { list: () => Promise.resolve([{ id: 'a', removed: false }]), options: () => noOptions },
    engine: { submit: (tasks: readonly { id: string }[]) => Promise.resolve(tasks.map(({ id }) => id)) },
    repository: { suggestions: () => Promise.reject(new Error('the thread ended')) },
    changes: { publish: () => undefined },
  } as unknown as HandlerServices;
  const request = { model: 'm', prompt: 'a fox', size: '', quality: '' };
  expect(await taskHandlers(services)['tasks:submit']({ accountId: 'a', request, taskIds: ['t'], retryOf: null })).toEqual({ taskIds: ['t'] });
});

it('takes no submission whose reference pictures the account does not take, or whose copies are gone', async () => {
  const fox = { kind: 'file', sha256: 'a'.repeat(64), type: 'png', bytes: 3, name: 'fox.png' } as const;
  const gone = { ...fox, sha256: 'b'.repeat(64), name: 'gone.png' };
  let field: ReferenceField | null = { name: 'image', form: 'data-url', several: true };
  const taken: string[] = [];
  const services = {
    accounts: { list: () => Promise.resolve([{ id: 'a', removed: false }]), options: () => ({ ...noOptions, references: field }) },
    engine: {
      submit: (tasks: readonly { id: string }[]) => Promise.resolve(tasks.map(({ id }) => id)),
      submitBatch: (_batch: unknown, tasks: readonly { id: string }[]) => Promise.resolve(tasks.map(({ id }) => id)),
    },
    references: { has: ({ sha256 }: PictureReference) => Promise.resolve(sha256 === fox.sha256) },
    repository: { suggestions: () => Promise.reject(new Error('the thread ended')) },
    changes: { publish: () => undefined },
  } as unknown as HandlerServices;
  const handlers = taskHandlers(services);
  const submit = async (references: readonly Reference[], more: Partial<GenerationRequest> = {}): Promise<string> => {
    const request = { model: 'm', prompt: 'a fox', size: '', quality: '', references, ...more };
    const plain = { model: 'm', prompt: 'an owl', size: '', quality: '' };
    const calls = [
      () => handlers['tasks:submit']({ accountId: 'a', request, taskIds: ['t'], retryOf: null }),
      () => handlers['tasks:submit-batch']({ batchId: 'b', accountId: 'a', name: 'n', recipe: { from: 'prompt' }, tasks: [plain, request].map((each, at) => ({ taskId: `t${at}`, request: each, retryOf: null })) }),
    ];
    const answers = await Promise.all(calls.map((call) => call().then(({ taskIds }) => (taken.push(...taskIds), 'taken'), (error: AppFailure) => error.message)));
    expect(new Set(answers).size).toBe(1);
    return answers[0] ?? '';
  };
  expect(await submit([fox, fox])).toBe('taken');
  expect(taken).toEqual(['t', 't0', 't1']);
  expect(await submit([fox, gone])).toBe('reference-gone: gone.png');
  expect(await submit([{ kind: 'address', url: 'https://a.test/' }])).toBe('references-refused: addresses');
  expect(await submit([fox], { fields: { image: 1 } })).toBe('references-refused: twice');
  field = { ...field, several: false };
  expect(await submit([fox, fox])).toBe('references-refused: several');
  field = { ...field, form: 'address' };
  expect(await submit([fox])).toBe('references-refused: pictures');
  field = null;
  expect(await submit([fox])).toBe('references-refused: no-field');
  expect(await submit([])).toBe('taken');
});
