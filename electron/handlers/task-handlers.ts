import { AppFailure } from '../../shared/errors.ts';
import { referenceFault } from '../../shared/request/reference-checks.ts';
import type { ActedOn } from '../../shared/ipc/api.ts';
import type { AccountId, GenerationRequest, PictureReference, TaskId } from '../../shared/task.ts';
import { lookedUp } from '../core/service/read-looked-up.ts';
import { applyInBatches } from '../core/util/apply-in-batches.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function taskHandlers({ repository, engine, taskActs, accounts, references, changes }: HandlerServices): HandlersOf<'tasks' | 'batches' | 'queue'> {
  const knownAccount = async (accountId: string): Promise<void> => {
    const account = (await accounts.list()).find(({ id }) => id === accountId);
    if (account === undefined) throw new AppFailure('no-account');
    if (account.removed) throw new AppFailure('account-removed');
  };
  /** Rejects if the account does not take the reference pictures of a request, or a copy of one is not there. Main reads their content when it sends them. */
  const checkReferences = async (accountId: AccountId, requests: readonly GenerationRequest[]): Promise<void> => {
    const field = accounts.options(accountId).references;
    const pictures = new Map<string, PictureReference>();
    for (const request of requests) {
      const fault = referenceFault(field, request);
      if (fault !== null) throw new AppFailure('references-refused', fault);
      for (const reference of request.references ?? []) if (reference.kind === 'file') pictures.set(reference.sha256, reference);
    }
    for (const picture of pictures.values()) if (!(await references.has(picture))) throw new AppFailure('reference-gone', picture.name);
  };
  /** A removed account has no key to query with. */
  const check = async (taskIds: readonly TaskId[]): Promise<ActedOn> => {
    const removed = new Set((await accounts.list()).filter((account) => account.removed).map(({ id }) => id));
    if (removed.size === 0) return toEach(taskIds, engine.check);
    return toEach(taskIds, async (id) => {
      const found = await repository.task(id);
      if (found !== null && removed.has(found.task.accountId)) throw new AppFailure('account-removed');
      return engine.check(id);
    });
  };
  return {
    async 'tasks:submit'({ accountId, request, taskIds, retryOf }) {
      await knownAccount(accountId);
      await checkReferences(accountId, [request]);
      const taken = await engine.submit(taskIds.map((id) => ({ id, accountId, request, retryOf })));
      await publishSuggestions({ repository, changes });
      return { taskIds: taken };
    },
    async 'tasks:submit-batch'({ batchId, accountId, name, recipe, tasks }) {
      await knownAccount(accountId);
      await checkReferences(
        accountId,
        tasks.map(({ request }) => request),
      );
      const taken = await engine.submitBatch(
        { id: batchId, accountId, name, recipe },
        tasks.map(({ taskId, ...task }) => ({ ...task, id: taskId })),
      );
      await publishSuggestions({ repository, changes });
      return { taskIds: taken };
    },
    'tasks:edit': async ({ taskId, request }) => ({ token: await taskActs.edit(taskId, request) }),
    'tasks:settle': ({ costs }) => taskActs.settle(costs),
    'batches:hold': ({ batchId, held }) => engine.holdBatch(batchId, held ? { by: 'person' } : null),
    'batches:rename': async ({ batchId, name }) => ({ token: await taskActs.renameBatch(batchId, name) }),
    'queue:move': async ({ moves }) => ({ token: await taskActs.move(moves) }),
    async 'tasks:prompts'({ limit }) {
      const { tasks } = await repository.page({ statuses: [], before: null, limit });
      return tasks.map(({ task }) => task.request.prompt);
    },
    async 'tasks:detail'({ taskId }) {
      const [found, lastAnswer] = await Promise.all([repository.task(taskId), engine.answer(taskId)]);
      if (found === null) throw new AppFailure('not-found');
      const [entry = found] = engine.latest([found]);
      return { ...entry, lastAnswer };
    },
    'tasks:check': ({ taskIds }) => check(taskIds),
    'tasks:stop': ({ taskIds }) => toEach(taskIds, engine.stop),
    'tasks:withdraw': ({ taskIds }) => taskActs.withdraw(taskIds),
    'tasks:release': ({ taskIds }) => toEach(taskIds, engine.release),
    'tasks:dismiss': ({ taskIds }) => taskActs.dismiss(taskIds),
    'tasks:candidates': ({ taskId }) => engine.candidates(taskId),
    async 'tasks:look-up'({ accountId, remoteId }) {
      await knownAccount(accountId);
      return lookedUp(await engine.lookUp(accountId, remoteId));
    },
    'tasks:attach': async ({ taskId, remoteId, anyway }) => ({ token: await taskActs.attach(taskId, remoteId, anyway) }),
    'tasks:detach': ({ taskIds }) => taskActs.detach(taskIds),
    async 'tasks:add-by-id'({ taskId, accountId, remoteId, prompt, anyway }) {
      await knownAccount(accountId);
      return { taskId: await engine.addById(taskId, accountId, remoteId, prompt, anyway) };
    },
  };
}

/** Tells what was used last. The tasks will be sent, so this never rejects. */
export async function publishSuggestions({ repository, changes }: Pick<HandlerServices, 'repository' | 'changes'>): Promise<void> {
  const suggestions = await repository.suggestions().catch(() => null);
  if (suggestions !== null) changes.publish({ kind: 'suggestions', suggestions });
}

/** Resolves to the tasks for which `act` succeeded. Rejects with the first failure if it succeeded for none. */
async function toEach(taskIds: readonly TaskId[], act: (id: TaskId) => Promise<void>): Promise<ActedOn> {
  const { done, failure } = await applyInBatches(taskIds, act);
  if (done.length === 0) throw failure;
  return { taskIds: done };
}
