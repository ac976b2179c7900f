import { AppFailure } from '../../shared/errors.ts';
import type { Channel } from '../../shared/ipc/schemas.ts';
import type { Handlers } from './answer.ts';
import type { Services } from './services.ts';

type TaskChannel = Extract<Channel, `tasks:${string}`>;

export function taskHandlers({ repository, engine, accounts, changes }: Services): Pick<Handlers, TaskChannel> {
  const knownAccount = async (accountId: string): Promise<void> => {
    if (!(await accounts.list()).some((account) => account.id === accountId)) throw new AppFailure('no-account');
  };
  return {
    async 'tasks:submit'({ accountId, request, taskIds, retryOf }) {
      await knownAccount(accountId);
      const taken = await engine.submit(taskIds.map((id) => ({ id, accountId, request, retryOf })));
      changes.publish({ kind: 'suggestions', suggestions: await repository.suggestions() });
      return { taskIds: taken };
    },
    async 'tasks:prompts'({ limit }) {
      const { tasks } = await repository.page({ statuses: [], before: null, limit });
      return tasks.map(({ task }) => task.request.prompt);
    },
    async 'tasks:detail'({ taskId }) {
      const [found, lastAnswer] = await Promise.all([repository.task(taskId), repository.answer(taskId)]);
      if (found === null) throw new AppFailure('not-found');
      return { ...found, lastAnswer };
    },
    'tasks:ask': ({ taskId }) => engine.ask(taskId),
    'tasks:stop': ({ taskId }) => engine.stop(taskId),
    'tasks:withdraw': ({ taskId }) => engine.withdraw(taskId),
    'tasks:dismiss': ({ taskId }) => engine.dismiss(taskId),
    'tasks:attach': ({ taskId, remoteId }) => engine.attach(taskId, remoteId),
    async 'tasks:adopt'({ taskId, accountId, remoteId, prompt }) {
      await knownAccount(accountId);
      return { taskId: await engine.adopt(taskId, accountId, remoteId, prompt) };
    },
  };
}
