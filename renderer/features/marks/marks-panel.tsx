import { Heart, RotateCcw, Star, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { longestTag, tidyTag } from '../../../shared/library/marks.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useWords } from '../../stores/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { mark, onePicture } from './mark-actions.ts';
import styles from './marks-panel.module.css';
import { useImageMarks } from './use-image-marks.ts';

const ratings = [1, 2, 3, 4, 5] as const;
const mostSuggestions = 100;

/** Heart, stars and tags of one picture, to see and to change. */
export function MarksPanel({ imageId }: { readonly imageId: ImageId }) {
  const say = useWords();
  const marks = useImageMarks(imageId);
  if (marks === null) return null;
  const target = onePicture(imageId);
  return (
    <section className={styles.panel} aria-label={say('marks.panel')}>
      <div className={styles.row}>
        <IconButton label={say('marks.favourite')} shortcut="favourite" pressed={marks.favourite} className={styles.heart} onClick={() => void mark(target, { kind: 'favourite', favourite: !marks.favourite })}>
          <Heart size={15} fill={marks.favourite ? 'currentColor' : 'none'} />
        </IconButton>
        <div role="group" aria-label={say('marks.rating', { rating: marks.rating })} className={styles.stars}>
          {ratings.map((rating) => (
            <IconButton
              key={rating}
              label={say('marks.rate', { rating })}
              pressed={marks.rating === rating}
              onClick={() => void mark(target, { kind: 'rating', rating: marks.rating === rating ? 0 : rating })}
            >
              <Star size={14} fill={rating <= marks.rating ? 'currentColor' : 'none'} />
            </IconButton>
          ))}
        </div>
      </div>
      <ul className={styles.tags} aria-label={say('marks.tags')}>
        {marks.tags.map((tag) => (
          <li key={tag} className={styles.tag}>
            {tag}
            <button type="button" className={styles.remove} aria-label={say('marks.remove-tag', { tag })} onClick={() => void mark(target, { kind: 'untag', tag })}>
              <X size={11} />
            </button>
          </li>
        ))}
        <li>
          <TagField imageId={imageId} has={marks.tags} />
        </li>
      </ul>
      {marks.trashedAt !== null && (
        <div className={styles.trashed}>
          <p>{say('marks.in-trash')}</p>
          <Button size="small" icon={<RotateCcw size={13} />} onClick={() => void mark(target, { kind: 'restore' })}>
            {say('marks.restore')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Where `T` leads; only one of these is in the window at a time that is not covered by another. */
export const tagFieldSelector = 'input[data-tag-field]';

function TagField({ imageId, has }: { readonly imageId: ImageId; readonly has: readonly string[] }) {
  const say = useWords();
  const [text, setText] = useState('');
  const [known, setKnown] = useState<readonly string[]>([]);
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    if (!focused) return;
    void bridge.marksTags().then((answer) => answer.ok && setKnown(answer.value.map(({ name }) => name)));
  }, [focused, has]);
  const list = `tags-of-${imageId}`;
  const offered = known.filter((tag) => !has.includes(tag) && fold(tag).includes(fold(text))).slice(0, mostSuggestions);
  const add = (): void => {
    const tag = tidyTag(text);
    setText('');
    if (tag !== '') void mark(onePicture(imageId), { kind: 'tag', tag });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <input
        data-tag-field
        className={styles.field}
        value={text}
        maxLength={longestTag}
        list={list}
        aria-label={say('marks.add-tag')}
        placeholder={say('marks.add-tag')}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <datalist id={list}>
        {offered.map((tag) => (
          <option key={tag} value={tag} aria-label={tag} />
        ))}
      </datalist>
    </form>
  );
}
