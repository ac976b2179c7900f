import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { shownFilter, withFacet, writtenValues, type Facet } from '../../../shared/search/field/facets.ts';
import type { FilterKey } from '../../../shared/search/query.ts';
import { today } from '../../stores/now.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import styles from './filter-bar.module.css';
import { useSearchQuery } from './search-query.ts';

export interface FilterBarProps {
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
  /** Starts a filter in the search field, for values that the menu does not list. */
  readonly onType: (key: FilterKey) => void;
}

interface FacetState {
  readonly key: FilterKey | null;
  readonly values: readonly string[];
  readonly set: (key: FilterKey, values: readonly string[]) => void;
}

/** The values of a control, and how to change them. */
export function useFacet({ search, onSearchChange }: FilterBarProps, facet: Facet): FacetState {
  const filter = shownFilter(useSearchQuery(search), facet);
  return {
    key: filter?.key ?? null,
    values: filter === null ? [] : writtenValues(filter),
    set: (key, values) => onSearchChange(withFacet(search, facet, { key, values }, today())),
  };
}

interface FacetMenuProps {
  readonly label: string;
  /** The chosen values in words. Empty: none. */
  readonly chosen: string;
  readonly onClear: () => void;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

export function FacetMenu({ label, chosen, onClear, onOpen, children }: FacetMenuProps) {
  const say = useWords();
  const isSet = chosen !== '';
  return (
    <Menu
      {...(onOpen && { onOpen })}
      trigger={
        <Button variant="quiet" size="small" className={styles.control} data-set={isSet || undefined} aria-label={isSet ? say('search.chip', { key: label, values: chosen }) : label}>
          <span className={styles.text}>{isSet ? chosen : label}</span>
          <ChevronDown size={12} aria-hidden />
        </Button>
      }
    >
      {children}
      {isSet && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={onClear}>{say('search.bar.clear')}</MenuItem>
        </>
      )}
    </Menu>
  );
}
