import { ChevronRight, Copy } from 'lucide-react';
import type { TaskDetail } from '../../../shared/ipc/api.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import textStyles from '../../ui/sheets/text.module.css';
import styles from './task-facts.module.css';

/** The service's last answer as received, with the key redacted. Folded until the person opens it. */
export function LastAnswer({ answer }: { readonly answer: TaskDetail['lastAnswer'] }) {
  const say = useWords();
  const { exactTime } = useFormats();
  if (!answer) return <p className={textStyles.hint}>{say('history.answer-none')}</p>;
  const status = answer.httpStatus === null ? say('history.answer-no-status') : say('tasks.said-status', { status: String(answer.httpStatus) });
  return (
    <details>
      <summary className={styles.toggle}>
        <ChevronRight size={14} className={styles.chevron} />
        <span>{say('history.answer')}</span>
        <span className={styles.status}>{status}</span>
      </summary>
      <div className={styles.answer}>
        <div className={styles.answerBar}>
          <time dateTime={new Date(answer.at).toISOString()}>{exactTime(answer.at)}</time>
          <IconButton label={say('history.answer-copy')} disabled={answer.body === ''} onClick={() => copyText(answer.body, 'history.answer-copied')}>
            <Copy size={14} />
          </IconButton>
        </div>
        <pre className={styles.answerText}>{answer.body === '' ? say('history.answer-empty') : indentJson(answer.body)}</pre>
        {answer.truncated && <p className={textStyles.hint}>{say('history.answer-truncated')}</p>}
      </div>
    </details>
  );
}

/** Indents JSON by changing white space alone, because parsing it would round long numbers. Returns text that does not begin like JSON unchanged. */
export function indentJson(text: string): string {
  const trimmed = text.trim();
  if (!/^[{[]/.test(trimmed)) return text;
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(Math.max(depth, 0))}`;
  // A string, an empty pair of brackets, a punctuation mark, white space, or anything else up to the next of these.
  const tokens = trimmed.match(/"(?:[^"\\]|\\.)*"?|\{\s*\}|\[\s*\]|[{}[\],:]|\s+|[^\s"{}[\],:]+/gs) ?? [];
  return tokens
    .map((token) => {
      if (/^\s+$/.test(token)) return '';
      if (token === '{' || token === '[') {
        depth += 1;
        return token + line();
      }
      if (token === '}' || token === ']') {
        depth -= 1;
        return line() + token;
      }
      if (token === ',') return token + line();
      return token === ':' ? ': ' : token;
    })
    .join('');
}
