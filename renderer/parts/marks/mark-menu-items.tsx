import { Flag as FlagIcon, Heart, HeartOff, NotebookPen, RotateCcw, Star, SwatchBook, Tag, Trash2 } from 'lucide-react';
import { flags, labels, type Flag, type Label } from '../../../shared/library/marks.ts';
import type { ImageId } from '../../../shared/task.ts';
import { useWords } from '../../words/words.ts';
import { MenuChoice, MenuItem, Submenu } from '../../ui/menu.tsx';
import { ShortcutHint } from '../../ui/shortcuts/kbd.tsx';
import { shortcutTable } from '../../ui/shortcuts/shortcut-table.ts';
import { LabelSign } from './label-sign.tsx';
import { mark } from './mark-actions.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { useSheetScope } from '../../stores/gallery/sheet-scope.ts';
import { askForNote, askForTag } from './field-request.ts';
import { AlbumMenu } from './album-menu.tsx';
import { useImageMarks } from '../../stores/pictures/marks-store.ts';

interface MarkMenuItemsProps {
  /** The picture whose marks decide what is offered. */
  readonly imageId: ImageId;
  readonly of: MarkTarget;
}

/** The marks in a context menu, for one picture or for all that are selected with it. */
export function MarkMenuItems({ imageId, of }: MarkMenuItemsProps) {
  const say = useWords();
  const marks = useImageMarks(imageId);
  if (marks === null) return null;
  return (
    <>
      <MenuItem
        icon={marks.favourite ? <HeartOff size={14} /> : <Heart size={14} />}
        shortcut="favourite"
        onSelect={() => void mark(of.target(), { kind: 'favourite', favourite: !marks.favourite })}
      >
        {say(marks.favourite ? 'marks.no-favourite' : 'marks.favourite')}
      </MenuItem>
      <Submenu icon={<Star size={14} />} label={say('marks.rating-menu')}>
        <RatingItems rating={of.together > 0 ? null : marks.rating} of={of} />
      </Submenu>
      <Submenu icon={<FlagIcon size={14} />} label={say('marks.flag-menu')}>
        <FlagItems flag={of.together > 0 ? undefined : marks.flag} of={of} />
      </Submenu>
      <Submenu icon={<SwatchBook size={14} />} label={say('marks.label-menu')}>
        <LabelItems label={of.together > 0 ? undefined : marks.label} of={of} />
      </Submenu>
      <MenuItem icon={<Tag size={14} />} shortcut="tag" onSelect={askForTag}>
        {say('marks.add-tag-menu')}
      </MenuItem>
      <MenuItem icon={<NotebookPen size={14} />} shortcut="note" onSelect={askForNote}>
        {say('marks.note-menu')}
      </MenuItem>
      <AlbumMenu of={of} />
    </>
  );
}

interface TakeItemsProps extends MarkMenuItemsProps {
  /** Moves the pictures to the trash or back, if the caller has more to do than mark them. */
  readonly onTake?: (kind: 'trash' | 'restore') => void;
}

/** The last items of such a menu: they move the pictures to the trash, or back. */
export function TakeItems({ imageId, of, onTake = (kind) => void mark(of.target(), { kind }) }: TakeItemsProps) {
  const say = useWords();
  const marks = useImageMarks(imageId);
  // In a search of library and trash together, some may be trashed and others restored.
  const several = useSheetScope() === 'anywhere' && of.together > 0;
  if (marks === null) return null;
  return (
    <>
      {(several || marks.trashedAt === null) && (
        <MenuItem icon={<Trash2 size={14} />} shortcut="dismiss" onSelect={() => onTake('trash')}>
          {say('marks.trash')}
        </MenuItem>
      )}
      {(several || marks.trashedAt !== null) && (
        <MenuItem icon={<RotateCcw size={14} />} onSelect={() => onTake('restore')}>
          {say('marks.restore')}
        </MenuItem>
      )}
    </>
  );
}

const ratings = ['5', '4', '3', '2', '1', '0'] as const;
type Choice = (typeof ratings)[number];

interface RatingItemsProps {
  /** The rating that is ticked. Null: none, because there are several pictures. */
  readonly rating: number | null;
  readonly of: MarkTarget;
}

/** Menu items for five stars down to none. */
export function RatingItems({ rating, of }: RatingItemsProps) {
  const say = useWords();
  const ticked = ratings.find((choice) => choice === String(rating)) ?? null;
  return (
    <MenuChoice<Choice>
      label={say('marks.rating-menu')}
      value={ticked}
      onValueChange={(choice) => void mark(of.target(), { kind: 'rating', rating: Number(choice) })}
      choices={ratings.map((value) => ({ value, name: value === '0' ? say('marks.unrated') : say('marks.rate', { rating: Number(value) }) }))}
    />
  );
}

interface FlagItemsProps {
  /** The flag to tick. Null: "Not flagged". Undefined: nothing is ticked, because there are several pictures. */
  readonly flag: Flag | null | undefined;
  readonly of: MarkTarget;
}

/** Menu items for the flags. */
export function FlagItems({ flag, of }: FlagItemsProps) {
  const say = useWords();
  return (
    <MenuChoice<Flag | 'none'>
      label={say('marks.flag-menu')}
      value={flag === undefined ? null : (flag ?? 'none')}
      onValueChange={(choice) => void mark(of.target(), { kind: 'flag', flag: choice === 'none' ? null : choice })}
      choices={[...flags.map((value) => ({ value, name: say(`marks.flag.${value}`), shortcut: <ShortcutHint id={value} /> })), { value: 'none', name: say('marks.unflagged'), shortcut: <ShortcutHint id="unflag" /> }]}
    />
  );
}

interface LabelItemsProps {
  /** As in `FlagItems`. */
  readonly label: Label | null | undefined;
  readonly of: MarkTarget;
}

/** Menu items for the labels. */
export function LabelItems({ label, of }: LabelItemsProps) {
  const say = useWords();
  return (
    <MenuChoice<Label | 'none'>
      label={say('marks.label-menu')}
      value={label === undefined ? null : (label ?? 'none')}
      onValueChange={(choice) => void mark(of.target(), { kind: 'label', label: choice === 'none' ? null : choice })}
      choices={[
        ...labels.map((value, at) => ({ value, name: say(`marks.label.${value}`), icon: <LabelSign label={value} size={12} />, ...(at < shortcutTable.label.chords.length && { shortcut: <ShortcutHint id="label" at={at} /> }) })),
        { value: 'none', name: say('marks.unlabelled') },
      ]}
    />
  );
}
