import { ChevronDown, SearchX, X } from 'lucide-react';
import type { ReactNode, SyntheticEvent } from 'react';
import type { SearchChip } from '../../../shared/search/field/chips.ts';
import { removeSpan, withoutPending } from '../../../shared/search/field/edit.ts';
import { withValues } from '../../../shared/search/field/facets.ts';
import { mended, type MistypedFilter } from '../../../shared/search/field/mistyped-filters.ts';
import type { PendingFilter, Span } from '../../../shared/search/query.ts';
import type { ImageId } from '../../../shared/task.ts';
import { thumbnailAddress } from '../../../shared/windows/picture-addresses.ts';
import { refreshLibraryWords } from '../../stores/library/known-tags-and-folders.ts';
import { useSubjectsOf } from '../../stores/library/subjects.ts';
import { useWords } from '../../words/words.ts';
import { Button, NativeButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Menu } from '../../ui/menu.tsx';
import { chipWords, useNamesOfIds } from './chip-words.ts';
import styles from './filter-chips.module.css';
import { facetOf, FilterItems } from './filter-menu.tsx';
import { brokenText, sayBroken, sayMistyped } from './search-query.ts';

interface BrokenProps {
  /** The filters that cannot be understood. */
  readonly broken: readonly PendingFilter[];
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
}

interface FilterChipsProps extends BrokenProps {
  readonly chips: readonly SearchChip[];
  /** The words that are nearly filters. */
  readonly mistyped: readonly MistypedFilter[];
  /** Removes or mends a filter, whose button goes away; by default, as any other change. */
  readonly onRemove?: (search: string) => void;
  /** Selects this part of the search in its field. Without it, only filters with a menu can be changed in place. */
  readonly onType?: (selected: Span) => void;
}

/** The filters of a search, each of which can be changed or removed in place. Those that cannot be understood have valid examples. */
export function FilterChips({ chips, broken, mistyped, search, onSearchChange, onRemove = onSearchChange, onType }: FilterChipsProps) {
  const say = useWords();
  const names = useNamesOfIds();
  useSubjectsOf([search]);
  return (
    <>
      {chips.map((chip, at) => {
        const { key, negated, span } = chip;
        const name = chipWords(say, names, chip);
        const of = pictureOf(chip);
        const facet = facetOf(key);
        const remove = (): void => onRemove(removeSpan(search, span));
        const type = onType && (() => onType({ start: span.start + key.length + (negated ? 2 : 1), end: span.end }));
        return (
          // Its menu stays open while its values change, and closes with the chip.
          <Chip key={`${facet ?? key} ${chips.slice(0, at).filter((other) => (facetOf(other.key) ?? other.key) === (facet ?? key)).length}`} name={name} picture={of === null ? null : (names.subjects.get(of)?.imageId ?? null)} alternative={chip.alternative} onType={type} onRemove={remove}>
            {facet && <FilterItems name={facet} filter={{ ...chip, set: (to, values) => (values.length === 0 ? remove() : onSearchChange(withValues(search, chip, to, values))), type }} />}
          </Chip>
        );
      })}
      {broken.map((pending) => (
        <Chip key={pending.span.start} name={brokenText(search, pending)} broken={sayBroken(say, search, pending)} onRemove={() => onRemove(withoutPending(search, pending))} />
      ))}
      {mistyped.map((each) => (
        <span key={each.span.start} className={classes(styles.chip, styles.broken)} data-mistyped>
          <span className={styles.text}>{sayMistyped(say, each)}</span>
          <NativeButton type="button" className={styles.mend} onClick={() => onRemove(mended(search, each))}>
            {say('search.mistyped-use', { filter: each.meant })}
          </NativeButton>
        </span>
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
  /** Changes it in the search field. */
  readonly onType?: (() => void) | undefined;
  readonly onRemove: () => void;
  /** The menu that changes it. */
  readonly children?: ReactNode;
}

function Chip({ name, broken, alternative = false, picture = null, onType, onRemove, children }: ChipProps) {
  const say = useWords();
  const text = <span className={styles.text}>{broken ?? name}</span>;
  const change = (
    <NativeButton type="button" className={styles.change} aria-label={say('search.change', { name })} {...(!children && { onClick: onType })}>
      {text}
      {children && <ChevronDown size={12} aria-hidden />}
    </NativeButton>
  );
  return (
    <span className={classes(styles.chip, broken !== undefined && styles.broken)} data-alternative={alternative || undefined} data-broken={broken !== undefined || undefined}>
      {picture !== null && <img key={picture} className={styles.picture} src={thumbnailAddress(picture)} alt="" onError={hide} />}
      {children ? <Menu trigger={change} onOpen={() => void refreshLibraryWords()}>{children}</Menu> : onType && broken === undefined ? change : text}
      <NativeButton type="button" className={styles.remove} aria-label={say('search.remove', { name })} onClick={onRemove}>
        <X size={12} aria-hidden />
      </NativeButton>
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
