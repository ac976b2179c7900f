import type { Words } from '../words/index.ts';
import { failedOf, undecidedOf, type News } from './news.ts';

/** A notification's words. The title is ours alone. The body may contain a prompt, the name of a batch or that of an account. */
export interface NewsWords {
  readonly title: string;
  readonly body: string;
}

/** Characters of a prompt or a name. Systems show two or three lines. */
const longest = 120;

export function newsWords(say: Words, news: News): NewsWords {
  switch (news.kind) {
    case 'tasks': {
      const { undecided, failed, made, pictures, prompt } = news;
      const lines = [
        ...(undecided > 0 ? [say('notifications.undecided', { count: undecided })] : []),
        ...(failed > 0 ? [say('notifications.failed', { count: failed })] : []),
        ...(made > 0 ? [say('notifications.made', { count: pictures.length })] : []),
      ];
      const [title = '', ...rest] = lines;
      return { title, body: inLines(...(prompt === null ? [] : [brief(prompt)]), ...rest) };
    }
    case 'batch': {
      const { progress } = news;
      const [failed, undecided] = [failedOf(progress), undecidedOf(progress)];
      const title = undecided > 0 ? 'notifications.batch-undecided' : failed > 0 ? 'notifications.batch-failed' : 'notifications.batch-done';
      return {
        title: say(title),
        body: inLines(
          brief(news.name),
          say('notifications.batch-made', { made: progress.made, tasks: progress.tasks }),
          ...(failed > 0 ? [say('notifications.failed', { count: failed })] : []),
          ...(undecided > 0 ? [say('notifications.undecided', { count: undecided })] : []),
        ),
      };
    }
    case 'batch-held':
      return { title: say('notifications.batch-held'), body: brief(news.name) };
    default:
      return { title: say(`notifications.${news.kind}`), body: say(`notifications.${news.kind}.detail`, { account: brief(news.account) }) };
  }
}

const inLines = (...lines: readonly string[]): string => lines.join('\n');

/** On one line. Cut between characters that a person sees as one. */
function brief(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (line.length <= longest) return line;
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(line.slice(0, 2 * longest))) {
    if (cut.length + segment.length >= longest) break;
    cut += segment;
  }
  return `${cut}…`;
}
