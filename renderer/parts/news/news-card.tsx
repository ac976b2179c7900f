import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import { newsLinesOf } from '../../../shared/updates/news-lines.ts';
import { closeNews, useNews } from '../../stores/running-news.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ask, useOpenings } from '../../ui/dialogs/ask.ts';
import { goToFallback } from '../../ui/focus-fallback.ts';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { leaveByEscape } from '../../ui/leave-by-escape.ts';
import { useWords } from '../../words/words.ts';
import styles from './news-card.module.css';

/** What is new in this version, once after an update, in a corner. It waits while a dialog is open. */
export function NewsCard() {
  const version = useNews((state) => state.version);
  const isFree = useOpenings(({ openings }) => openings.length === 0);
  return version !== null && isFree ? <Card version={version} /> : null;
}

function Card({ version }: { readonly version: string }) {
  const say = useWords();
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const handlers = { ...useKeptFocus(card, goToFallback), ...leaveByEscape(closeNews) };
  return (
    <aside {...handlers} ref={card} className={styles.card} aria-labelledby={titleId} data-news>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {say('news.title', { version })}
        </h2>
        <IconButton size="small" label={say('news.close')} onClick={closeNews}>
          <X size={14} />
        </IconButton>
      </div>
      <ul className={styles.lines}>
        {newsLinesOf(version).map((line) => (
          <li key={line}>{say(line)}</li>
        ))}
      </ul>
      <Button
        size="small"
        onClick={() => {
          closeNews();
          void ask('changelog');
        }}
      >
        {say('news.read-all')}
      </Button>
    </aside>
  );
}
