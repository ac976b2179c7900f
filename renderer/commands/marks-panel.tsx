import { Star } from 'lucide-react';
import { memo, useLayoutEffect, useRef, type RefObject } from 'react';
import { daysInTrash, labels, mostStars, noMarks, type ImageMarks } from '../../shared/library/marks.ts';
import type { ImageId } from '../../shared/task.ts';
import { TaskCosts, useIsPaid } from '../parts/costs/task-costs.tsx';
import { InAlbums } from '../parts/marks/in-albums.tsx';
import { LabelSign } from '../parts/marks/label-sign.tsx';
import { mark, toggleLabel } from '../parts/marks/mark-actions.ts';
import { NoteField } from '../parts/marks/note-field.tsx';
import { TagField, TagList } from '../parts/marks/tag-field.tsx';
import { useShowsMark } from '../stores/library/used-marks.ts';
import { useImageMarks } from '../stores/pictures/marks-store.ts';
import { onePicture, targetInput, type MarkTarget } from '../stores/selection/mark-target.ts';
import { useSelection } from '../stores/selection/selection-store.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import textStyles from '../ui/sheets/text.module.css';
import type { Chord, KeyPress } from '../ui/shortcuts/chords.ts';
import { useFormats, useWords } from '../words/words.ts';
import { CommandButton } from './command-button.tsx';
import { pictureIn, type Place, type Subject } from './command.ts';
import styles from './marks-panel.module.css';
import { isKeyOf, useKeysOf } from './registry.ts';

/** The same key wherever there is a note. */
const keepsNote = (press: KeyPress): boolean => isKeyOf('keep-note', 'gallery', press);

const ratings = Array.from({ length: mostStars }, (_, at) => at + 1);

/** Shown if several pictures are selected and none of them leads: their number and the tag field. */
export function TogetherPanel({ of }: { readonly of: MarkTarget }) {
  const say = useWords();
  return (
    <section className={classes(styles.panel, styles.above)} aria-label={say('marks.panel')}>
      <ForAll of={of} />
      <TagField of={of} has={[]} />
      <NoteField of={of} note="" isKeep={keepsNote} />
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
      <p className={textStyles.soft}>{count === Infinity ? say('marks.for-all-uncounted') : say('marks.for-all', { count, shown: number(count) })}</p>
      {isPaid && (
        <p className={textStyles.soft}>
          <TaskCosts query={{ of: 'pictures', target: targetInput(target()) }} />
        </p>
      )}
    </>
  );
}

interface MarksPanelProps {
  /** Where its commands act. */
  readonly place: Place;
  /** The picture whose marks are shown. */
  readonly imageId: ImageId;
  /** The pictures that get the marks set here. */
  readonly of: MarkTarget;
}

/** Shows and changes heart, stars, flag, label, tags and note of one picture. If more are selected with it, changes apply to all of them. */
export function MarksPanel({ place, imageId, of }: MarksPanelProps) {
  const say = useWords();
  // The tag field is rendered before the marks are loaded, because what is typed after its key goes into it.
  const known = useImageMarks(imageId);
  const { favourite, rating, flag, label, tags, albums, trashedAt } = known ?? noMarks;
  const latest = useRef<Subject>({ ...pictureIn(place, imageId, null), of });
  useLayoutEffect(() => {
    latest.current = { ...pictureIn(place, imageId, null), of };
  });
  return (
    <section className={styles.panel} aria-label={say('marks.panel')}>
      {of.together > 1 && <ForAll of={of} />}
      <MarkButtons place={place} favourite={favourite} rating={rating} flag={flag} label={label} latest={latest} />
      <TagList of={of} tags={tags} fieldKey={imageId} />
      {of.together > 1 ? <NoteField key="several" of={of} note="" isKeep={keepsNote} /> : <NoteField key={imageId} of={onePicture(imageId)} note={known?.note ?? null} isKeep={keepsNote} />}
      <InAlbums ids={albums} of={of} />
      {trashedAt !== null && (
        <div className={styles.trashed}>
          <p>{say('marks.in-trash', { days: daysInTrash })}</p>
          <CommandButton id="restore" subject={() => latest.current} />
        </div>
      )}
    </section>
  );
}

interface MarkButtonsProps extends Pick<ImageMarks, 'favourite' | 'rating' | 'flag' | 'label'> {
  readonly place: Place;
  /** What gets the marks. */
  readonly latest: RefObject<Subject>;
}

/** Toggle buttons: a click on a pressed one removes its mark. Not rendered again when another picture with the same marks is selected. */
const MarkButtons = memo(function MarkButtons({ place, favourite, rating, flag, label, latest }: MarkButtonsProps) {
  const keysOf = useKeysOf();
  const say = useWords();
  const showsFavourites = useShowsMark('favourite');
  const showsLabels = useShowsMark('label');
  const subject = (): Subject => latest.current;
  const keyOf = (id: 'rate' | 'label', at: number): readonly [Chord] | undefined => {
    const key = keysOf(id, place)?.[at];
    return key && [key];
  };
  const onPictures = (act: (of: MarkTarget, imageId: ImageId | null) => unknown) => (): void => {
    const { of, imageId } = latest.current;
    if (of !== null) act(of, imageId);
  };
  return (
    <>
      <div className={styles.row}>
        {showsFavourites && <CommandButton id="favourite" subject={subject} look="icon" size={15} pressed={favourite} className={classes(styles.filled, styles.heart)} />}
        <div role="group" aria-label={say('marks.rating', { rating })} className={styles.group}>
          {ratings.map((stars) => (
            <IconButton
              key={stars}
              label={say('marks.rate', { rating: stars })}
              keys={keyOf('rate', stars)}
              pressed={rating === stars}
              onClick={onPictures((of) => void mark(of.target(), { kind: 'rating', rating: rating === stars ? 0 : stars }))}
            >
              <Star size={14} fill={stars <= rating ? 'currentColor' : 'none'} />
            </IconButton>
          ))}
        </div>
      </div>
      <div className={styles.row}>
        <div role="group" aria-label={say('marks.flag-menu')} className={styles.group}>
          <CommandButton id="pick" subject={subject} look="icon" pressed={flag === 'pick'} className={styles.filled} />
          <CommandButton id="reject" subject={subject} look="icon" pressed={flag === 'reject'} />
        </div>
        {showsLabels && (
          <div role="group" aria-label={say('marks.label-menu')} className={styles.group}>
            {labels.map((choice, at) => (
              <IconButton
                key={choice}
                label={say(`marks.label.${choice}`)}
                keys={keyOf('label', at)}
                pressed={label === choice}
                onClick={onPictures((of, imageId) => void toggleLabel(choice, imageId, of))}
              >
                <LabelSign label={choice} size={13} />
              </IconButton>
            ))}
          </div>
        )}
      </div>
    </>
  );
});
