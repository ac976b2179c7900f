import { CircleX, Flag as FlagIcon, Heart, RotateCcw, Star, X } from 'lucide-react';
import { memo, useLayoutEffect, useRef, type RefObject } from 'react';
import { daysInTrash, flags, labels, noMarks, type Flag, type ImageMarks } from '../../../shared/library/marks.ts';
import type { ImageId } from '../../../shared/task.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import { TaskCosts, useIsPaid } from '../costs/task-costs.tsx';
import { useSelection } from '../../stores/selection/selection-store.ts';
import { Highlighted } from '../search/highlighted.tsx';
import { LabelSign } from './label-sign.tsx';
import { InAlbums } from './in-albums.tsx';
import { mark } from './mark-actions.ts';
import { onePicture, targetInput, type MarkTarget } from '../../stores/selection/mark-target.ts';
import styles from './marks-panel.module.css';
import { NoteField } from './note-field.tsx';
import { TagField } from './tag-field.tsx';
import { useImageMarks } from '../../stores/pictures/marks-store.ts';

const ratings = [1, 2, 3, 4, 5] as const;

/** The keys of its buttons. */
type MarkKeys = Readonly<Record<'favourite' | Flag, readonly Chord[] | undefined>>;

interface MarksPanelProps {
  /** The picture whose marks are shown. */
  readonly imageId: ImageId;
  /** The pictures that get the marks set here. */
  readonly of: MarkTarget;
  readonly keys: MarkKeys;
}

/** Shown if several pictures are selected and none of them leads: their number and the tag field. */
export function TogetherPanel({ of }: { readonly of: MarkTarget }) {
  const say = useWords();
  return (
    <section className={classes(styles.panel, styles.above)} aria-label={say('marks.panel')}>
      <ForAll of={of} />
      <TagField of={of} has={[]} />
      <NoteField of={of} note="" />
    </section>
  );
}

/** Says how many pictures get the marks, and what the tasks behind them cost. The number is Infinity until it is known. */
function ForAll({ of: { together: count, target } }: { readonly of: MarkTarget }) {
  const say = useWords();
  const { number } = useFormats();
  const isPaid = useIsPaid();
  // The target is read from the selection, which may change without its number.
  useSelection(({ marked }) => marked);
  return (
    <>
      <p className={styles.together}>{count === Infinity ? say('marks.for-all-uncounted') : say('marks.for-all', { count, shown: number(count) })}</p>
      {isPaid && (
        <p className={styles.together}>
          <TaskCosts query={{ of: 'pictures', target: targetInput(target()) }} />
        </p>
      )}
    </>
  );
}

/** Shows and changes heart, stars, flag, label, tags and note of one picture. If more are selected with it, changes apply to all of them. */
export function MarksPanel({ imageId, of, keys }: MarksPanelProps) {
  const say = useWords();
  // The tag field is rendered before the marks are loaded, because what is typed after its key goes into it.
  const known = useImageMarks(imageId);
  const marks = known ?? noMarks;
  const latest = useRef(of);
  useLayoutEffect(() => {
    latest.current = of;
  });
  return (
    <section className={styles.panel} aria-label={say('marks.panel')}>
      {of.together > 1 && <ForAll of={of} />}
      <MarkButtons favourite={marks.favourite} rating={marks.rating} latest={latest} keys={keys} />
      <DecisionButtons flag={marks.flag} label={marks.label} latest={latest} keys={keys} />
      <ul className={styles.tags} aria-label={say('marks.tags')}>
        {marks.tags.map((tag) => (
          <li key={tag} className={styles.tag}>
            <span>
              <Highlighted text={tag} kind="tag" />
            </span>
            <button type="button" className={styles.remove} aria-label={say('marks.remove-tag', { tag })} onClick={() => void mark(of.target(), { kind: 'untag', tag })}>
              <X size={11} />
            </button>
          </li>
        ))}
        <li>
          <TagField key={imageId} of={of} has={marks.tags} />
        </li>
      </ul>
      {of.together > 1 ? <NoteField key="several" of={of} note="" /> : <NoteField key={imageId} of={onePicture(imageId)} note={known?.note ?? null} />}
      <InAlbums ids={marks.albums} of={of} />
      {marks.trashedAt !== null && (
        <div className={styles.trashed}>
          <p>{say('marks.in-trash', { days: daysInTrash })}</p>
          <Button size="small" icon={<RotateCcw size={13} />} onClick={() => void mark(of.target(), { kind: 'restore' })}>
            {say('marks.restore')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface MarkButtonsProps extends Pick<ImageMarks, 'favourite' | 'rating'> {
  /** What gets the marks. */
  readonly latest: RefObject<MarkTarget>;
  readonly keys: MarkKeys;
}

/** Not rendered again when another picture with the same marks is selected. */
const MarkButtons = memo(function MarkButtons({ favourite, rating, latest, keys }: MarkButtonsProps) {
  const say = useWords();
  return (
    <div className={styles.row}>
      <IconButton
        label={say('marks.favourite')}
        keys={keys.favourite}
        pressed={favourite}
        className={styles.heart}
        onClick={() => void mark(latest.current.target(), { kind: 'favourite', favourite: !favourite })}
      >
        <Heart size={15} fill={favourite ? 'currentColor' : 'none'} />
      </IconButton>
      <div role="group" aria-label={say('marks.rating', { rating })} className={styles.stars}>
        {ratings.map((stars) => (
          <IconButton
            key={stars}
            label={say('marks.rate', { rating: stars })}
            pressed={rating === stars}
            onClick={() => void mark(latest.current.target(), { kind: 'rating', rating: rating === stars ? 0 : stars })}
          >
            <Star size={14} fill={stars <= rating ? 'currentColor' : 'none'} />
          </IconButton>
        ))}
      </div>
    </div>
  );
});

interface DecisionButtonsProps extends Pick<ImageMarks, 'flag' | 'label'> {
  readonly latest: RefObject<MarkTarget>;
  readonly keys: MarkKeys;
}

/** Toggle buttons for flags and labels. A click on a pressed button removes its mark. */
const DecisionButtons = memo(function DecisionButtons({ flag, label, latest, keys }: DecisionButtonsProps) {
  const say = useWords();
  return (
    <div className={styles.row}>
      <div role="group" aria-label={say('marks.flag-menu')} className={styles.stars}>
        {flags.map((choice) => (
          <IconButton
            key={choice}
            label={say(`marks.${choice}`)}
            keys={keys[choice]}
            pressed={flag === choice}
            onClick={() => void mark(latest.current.target(), { kind: 'flag', flag: flag === choice ? null : choice })}
          >
            {choice === 'pick' ? <FlagIcon size={14} fill={flag === choice ? 'currentColor' : 'none'} /> : <CircleX size={14} />}
          </IconButton>
        ))}
      </div>
      <div role="group" aria-label={say('marks.label-menu')} className={styles.stars}>
        {labels.map((choice) => (
          <IconButton
            key={choice}
            label={say(`marks.label.${choice}`)}
            pressed={label === choice}
            onClick={() => void mark(latest.current.target(), { kind: 'label', label: label === choice ? null : choice })}
          >
            <LabelSign label={choice} size={13} />
          </IconButton>
        ))}
      </div>
    </div>
  );
});
