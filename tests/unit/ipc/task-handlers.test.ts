import { expect, it } from 'vitest';
import { noOptions } from '../../../shared/account.ts';
import { taskHandlers } from '../../../electron/ipc/task-handlers.ts';
import type { HandlerServices } from '../../../electron/ipc/handler-services.ts';

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
