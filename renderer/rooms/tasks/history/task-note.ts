import type { TaskWithImages } from '../../../../shared/task.ts';
import { refusalWords } from '../../../parts/tasks/picture-words.ts';
import type { WordKey, WordValues } from '../../../../shared/words/index.ts';

/** What went wrong, in a few words for one line: the service's message, if there is one. */
export type TaskNote = { readonly kind: 'said'; readonly text: string } | { readonly kind: 'words'; readonly key: WordKey; readonly values?: WordValues };

export function noteOf({ task, images }: TaskWithImages): TaskNote | null {
  const { state, trouble } = task;
  const said = 'said' in state ? state.said : state.status === 'queued' ? (state.otherSaid ?? null) : (trouble?.said ?? null);
  // A bare code such as ECONNRESET belongs to the facts. A reason in words says more.
  const spoken = said?.message ?? (state.status === 'unknown' || trouble ? null : said?.code) ?? null;
  if (spoken !== null) return { kind: 'said', text: spoken };
  if (trouble) return { kind: 'words', key: `tasks.trouble.${trouble.kind}` };
  switch (state.status) {
    case 'unknown':
      return { kind: 'words', key: `tasks.unknown.${state.reason}` };
    case 'rejected':
    case 'failed':
      if (said?.httpStatus == null) return { kind: 'words', key: 'tasks.said-nothing' };
      return { kind: 'words', key: 'tasks.said-status', values: { status: String(said.httpStatus) } };
    case 'completed': {
      const refused = images.map((image) => image.state).find((image) => image.status === 'refused');
      return refused ? { kind: 'words', ...refusalWords(refused) } : null;
    }
    case 'queued':
    case 'submitting':
    case 'withdrawn':
    case 'processing':
    case 'paused':
    case 'missing':
      return null;
  }
}
