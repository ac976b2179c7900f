import { SearchX, X } from 'lucide-react';
import type { SyntheticEvent } from 'react';
import type { SearchChip } from '../../../shared/search/field/chips.ts';
import { removeSpan, withoutPending } from '../../../shared/search/field/edit.ts';
import type { PendingFilter } from '../../../shared/search/query.ts';
import type { ImageId } from '../../../shared/task.ts';
import { thumbnailAddress } from '../../bridge.ts';
import { useSubjectsOf } from '../../stores/library/subjects.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { chipWords, useNamesOfIds } from './chip-words.ts';
import styles from './filter-chips.module.css';
import { brokenText, sayBroken } from './search-query.ts';

interface BrokenProps {
  /** The filters that cannot be understood. */
  readonly broken: readonly PendingFilter[];
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
}

/** The filters of a search, each with a button that removes it. Those that cannot be understood have valid examples. */
export function FilterChips({ chips, broken, search, onSearchChange }: BrokenProps & { readonly chips: readonly SearchChip[] }) {
  const say = useWords();
  const names = useNamesOfIds();
  useSubjectsOf([search]);
  return (
    <>
      {chips.map((chip) => {
        const name = chipWords(say, names, chip);
        const of = pictureOf(chip);
        return <Chip key={`${chip.span.start} ${of ?? name}`} name={name} picture={of === null ? null : (names.subjects.get(of)?.imageId ?? null)} alternative={chip.alternative} onRemove={() => onSearchChange(removeSpan(search, chip.span))} />;
      })}
      {broken.map((pending) => (
        <Chip key={pending.span.start} name={brokenText(search, pending)} broken={sayBroken(say, search, pending)} onRemove={() => onSearchChange(withoutPending(search, pending))} />
      ))}
    </>
  );
}

/** Shown if a filter cannot be understood, so that nothing is found. The chip above names the filter. */
export function NothingUnderstood({ broken, search, onSearchChange }: BrokenProps) {
  const say = useWords();
  // From the end, so that the earlier spans stay valid.
  const takeOut = (): void => onSearchChange(broken.toReversed().reduce(withoutPending, search));
  return (
    <EmptyState
      icon={<SearchX size={30} strokeWidth={1.25} />}
      title={say('search.nothing-understood', { count: broken.length })}
      explanation={say('search.nothing-understood-explained', { count: broken.length })}
    >
      <Button onClick={takeOut}>{say('search.take-out', { count: broken.length })}</Button>
    </EmptyState>
  );
}

interface ChipProps {
  readonly name: string;
  /** Why it cannot be understood, shown instead of the name. */
  readonly broken?: string;
  readonly alternative?: boolean;
  /** The picture that is searched for. */
  readonly picture?: ImageId | null;
  readonly onRemove: () => void;
}

function Chip({ name, broken, alternative = false, picture = null, onRemove }: ChipProps) {
  const say = useWords();
  return (
    <span className={classes(styles.chip, broken !== undefined && styles.broken)} data-alternative={alternative || undefined} data-broken={broken !== undefined || undefined}>
      {picture !== null && <img key={picture} className={styles.picture} src={thumbnailAddress(picture)} alt="" onError={hide} />}
      <span className={styles.text}>{broken ?? name}</span>
      <button type="button" className={styles.remove} aria-label={say('search.remove', { name })} onClick={onRemove}>
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}

/** A picture without a thumbnail is shown only by its name. */
const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
  currentTarget.hidden = true;
};

function pictureOf({ parts: [part] }: SearchChip): string | null {
  return part?.kind === 'picture' ? part.name : null;
}
