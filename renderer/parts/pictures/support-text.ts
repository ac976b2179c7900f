import type { Snapshot, TaskDetail } from '../../../shared/ipc/api.ts';
import { remoteIdOf, type EpochMs } from '../../../shared/task.ts';

/** Web addresses. Those of pictures are signed, so whoever has one can open it. In JSON, slashes may be escaped, and an apostrophe does not end an address. */
const address = /https?:(?:\\?\/|\\u002f){2}(?:[^\s"'<>\\/@]*@)?([^\s"'<>\\/?#]+)[^\s"<>]*/gi;

/** What the service's support needs to know about a task. Keys were removed before the answer was stored. Here, addresses are shortened to their hosts. */
export function supportText({ task, lastAnswer }: TaskDetail, { version, platform }: Pick<Snapshot, 'version' | 'platform'>): string {
  const { state, request, facts } = task;
  const at = (time: EpochMs | null): string | null => (time === null ? null : new Date(time).toISOString());
  const said = 'said' in state ? state.said : (task.trouble?.said ?? null);
  const lines: readonly (readonly [name: string, value: string | number | null])[] = [
    ['Task ID', remoteIdOf(task)],
    ['Local ID', task.id],
    ['Status', 'reason' in state ? `${state.status} (${state.reason})` : state.status],
    ['Status of the service', facts.statusWord],
    ['Model', request.model],
    ['Size', request.size],
    ['Quality', request.quality],
    ['Created', at(task.createdAt)],
    ['Sent', at(task.submittedAt)],
    ['Accepted', at(task.acceptedAt)],
    ['Last query', at(task.lastPollAt)],
    ['Queries', task.polls],
    ['Ended', at(task.endedAt)],
    ['HTTP status', said?.httpStatus ?? null],
    ['Code', said?.code ?? null],
    ['Message', said?.message ?? null],
  ];
  const known = lines.flatMap(([name, value]) => (value === null || value === '' ? [] : [`${name}: ${value}`]));
  const answer = lastAnswer === null ? [] : ['', `Last answer (HTTP ${lastAnswer.httpStatus ?? '?'}, ${new Date(lastAnswer.at).toISOString()}${lastAnswer.truncated ? ', its beginning' : ''}):`, lastAnswer.body];
  return [`Latent ${version}, ${platform}`, ...known, ...answer].join('\n').replaceAll(address, 'https://$1/[removed]');
}
