import { readPasted } from '../../../shared/network/pasted-text.ts';
import { readUrl } from '../../../shared/network/read-url.ts';

/** Names of a parameter that holds an ID, the plainest first. */
const parameters = ['task_id', 'taskId', 'id'] as const;

/** The task ID in the address of a task, of the service or its console: a parameter, or else the last part of the path. Null: the text is no address, or names nothing. */
export function idInAddress(pasted: string): string | null {
  const { text } = readPasted(pasted);
  const address = /^https?:\/\/\S+$/i.test(text) ? readUrl(text) : null;
  if (address === null) return null;
  const { pathname, searchParams } = address;
  const named = parameters.map((name) => searchParams.get(name)).find(Boolean);
  const last = pathname.split('/').findLast((part) => part !== '');
  return named ?? (last === undefined ? null : decoded(last));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
