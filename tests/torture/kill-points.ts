import { subscribe } from 'node:diagnostics_channel';
import type { Http } from '../../electron/core/http/http-client.ts';
import type { Database } from '../../electron/database/client/database-contract.ts';
import { remoteIdOf, type Task, type TaskId } from '../../shared/task.ts';
import type { KillPoint, StopSignal, Witnessed } from './engine-messages.ts';

export interface KillPoints {
  /** Sends this process a signal when the point is passed for the `nth` time from now. */
  arm(point: KillPoint, nth: number, signal: StopSignal): void;
  /** Whether this process has sent the task. */
  hasSent(id: TaskId): boolean;
  /** The database with points around its commits, which are witnessed. */
  around(repository: Database): Database;
  /** The network with a point while pictures arrive. */
  within(http: Http): Http;
}

export function createKillPoints(witness: (seen: Witnessed) => void): KillPoints {
  let armed: { readonly point: KillPoint; readonly signal: StopSignal; left: number } | null = null;

  const passing = (point: KillPoint): void => {
    if (armed?.point !== point) return;
    armed.left -= 1;
    if (armed.left === 0) process.kill(process.pid, armed.signal);
  };

  // Published when the whole request has been handed to the system, so it is sent even if this process dies. Only a POST has a body.
  subscribe('latent:request-sent', (hasBody) => {
    if (hasBody === true) passing('post-sent');
  });

  const sent = new Set<TaskId>();
  const submitting = new Set<TaskId>();
  /** Whether this write has the id of a task that this process sent. */
  const bringsId = (task: Task): boolean => remoteIdOf(task) !== null && submitting.delete(task.id);

  return {
    arm(point, nth, signal) {
      armed = { point, signal, left: nth };
    },
    hasSent: (id) => sent.has(id),
    around: (repository) => ({
      ...repository,
      async insertTasks(tasks) {
        passing('before-intent');
        const added = await repository.insertTasks(tasks);
        passing('after-intent');
        return added;
      },
      async saveTask(task, answer) {
        const isIds = bringsId(task);
        if (isIds) passing('before-id');
        await (answer === undefined ? repository.saveTask(task) : repository.saveTask(task, answer));
        const remoteId = remoteIdOf(task);
        if (remoteId !== null) witness({ saw: 'id', taskId: task.id, remoteId });
        if (isIds) passing('after-id');
        if (task.state.status !== 'submitting') return;
        submitting.add(task.id);
        sent.add(task.id);
        passing('after-submitting');
      },
      async saveTasks(tasks, answered, answer) {
        // Not a filter alone: each task that this process sent must be forgotten.
        const isIds = tasks.filter(bringsId).length > 0;
        if (isIds) passing('before-ids');
        await repository.saveTasks(tasks, answered, answer);
        for (const task of tasks) {
          const remoteId = remoteIdOf(task);
          if (remoteId !== null) witness({ saw: 'id', taskId: task.id, remoteId });
        }
        if (isIds) passing('after-ids');
      },
      async saveCompletion(task, sources, answer) {
        // No id came before them.
        const isDelivery = submitting.delete(task.id);
        passing(isDelivery ? 'before-delivery' : 'before-completion');
        const images = await repository.saveCompletion(task, sources, answer);
        if (isDelivery) witness({ saw: 'delivered', taskId: task.id, pictures: sources.length });
        passing(isDelivery ? 'after-delivery' : 'after-completion');
        return images;
      },
      async saveImage(id, state) {
        if (state.status !== 'kept') return repository.saveImage(id, state);
        passing('before-picture-row');
        const stored = await repository.saveImage(id, state);
        const owner = await repository.image(id);
        if (owner !== null) witness({ saw: 'kept', taskId: owner.task.id, path: state.file.path, sha256: state.file.sha256 });
        passing('after-picture-row');
        return stored;
      },
    }),
    within: (http) => ({
      async open(request) {
        const reply = await http.open(request);
        if (!request.url.includes('/pictures/')) return reply;
        return {
          ...reply,
          body: (async function* () {
            for await (const chunk of reply.body) {
              passing('picture-arriving');
              yield chunk;
            }
          })(),
        };
      },
    }),
  };
}
