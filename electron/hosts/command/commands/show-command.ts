import { findTask } from '../find-tasks.ts';
import { costText, printedTask, filesOf, statusText } from '../printed-task.ts';
import type { DefineCommand } from '../command-context.ts';

export const defineShow: DefineCommand = (program, say, context) => {
  program
    .command('show')
    .description(say('command.show.about'))
    .argument('<id>', say('command.id'))
    .action(async (id: string) => {
      const { print, withAccess } = context();
      await withAccess(
        async (access) => {
          const found = await findTask(say, access, id);
          const [{ accounts }, { lastAnswer, ...detail }] = await Promise.all([access.call('app:snapshot', undefined), access.call('tasks:detail', { taskId: found.task.id })]);
          const task = printedTask(detail, accounts, await filesOf(access, [detail]));
          const { polls, submittedAt, acceptedAt, endedAt, retryOf, adopted, batchId, facts } = detail.task;
          const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
          const more = {
            submittedAt: iso(submittedAt),
            acceptedAt: iso(acceptedAt),
            endedAt: iso(endedAt),
            checks: polls,
            retryOf,
            adopted,
            batchId,
            progress: facts.progress,
            images: detail.images.map(({ id: image, state }) => ({ id: image, status: state.status })),
            lastAnswer: lastAnswer && { ...lastAnswer, at: iso(lastAnswer.at) },
          };
          const row = (name: string, value: string): string[] => (value === '' ? [] : [`${name.padEnd(10)}${value}`]);
          print({ ...task, ...more }, [
            ...row('id', task.id),
            ...row('service', task.remoteId ?? ''),
            ...row('status', statusText(task)),
            ...row('account', task.account.name),
            ...row('model', task.model),
            ...row('size', task.size),
            ...row('quality', task.quality),
            ...row('created', task.createdAt),
            ...row('cost', costText(task)),
            ...row('message', task.message ?? ''),
            ...row('prompt', task.prompt),
            ...task.pictures.flatMap((file) => row('picture', file)),
            ...row('answer', lastAnswer === null ? '' : `${lastAnswer.httpStatus ?? ''} ${lastAnswer.body}${lastAnswer.truncated ? '…' : ''}`),
          ]);
        },
      );
    });
};
