import type { ReactNode } from 'react';
import { nameAsValue } from '../../../shared/search/field/facets.ts';
import { matchesName } from '../../../shared/search/text/match-name.ts';
import { useApp } from '../../stores/app-store.ts';
import { useWords } from '../../words/words.ts';
import { MenuChecks, MenuItem } from '../../ui/menu.tsx';
import { FacetMenu, useFacet, type FilterBarProps } from './facet-menu.tsx';

interface NameFacetProps extends FilterBarProps {
  readonly facet: { readonly keys: readonly ['model' | 'album' | 'tag' | 'batch'] };
  /** The most used or the newest first. */
  readonly names: readonly { readonly name: string; readonly note?: string }[];
  /** Whether the menu also offers pictures without any name. */
  readonly none?: boolean;
  /** Whether there are names that `names` leaves out. They can be typed. */
  readonly types?: boolean;
  readonly onOpen?: () => void;
  /** Additional items of the menu. */
  readonly children?: ReactNode;
}

/** The most names in a menu. The search field completes the others. */
const listed = 24;

/** A control that chooses any of the names in use, such as tags. */
export function NameFacet({ facet, names, none = false, types = false, onOpen, children, ...props }: NameFacetProps) {
  const say = useWords();
  const batches = useApp((facts) => facts.batches);
  const [key] = facet.keys;
  const { values, set } = useFacet(props, facet);
  const isTag = key === 'tag';
  const isTicked = (name: string): boolean => values.some((text) => matchesName(name, { text, exact: isTag || names.some((other) => other.name === text) }));
  const ticked = names.filter(({ name }) => isTicked(name));
  const shown = [...ticked, ...names.filter((each) => !ticked.includes(each))].slice(0, Math.max(listed, ticked.length)).toSorted((a, b) => names.indexOf(a) - names.indexOf(b));
  const label = say(`search.key.${key}`);
  const hasNone = values.includes('none');
  const change = (next: readonly string[]): void =>
    set(
      key,
      next.map((value) => {
        if (value === nothing) return 'none';
        return nameAsValue(value, isTag || !names.some(({ name }) => name !== value && matchesName(name, { text: value, exact: false })));
      }),
    );
  return (
    <FacetMenu
      label={label}
      chosen={values.length === 0 ? '' : say('search.chip', { key: label, values: values.map((value) => (value === 'none' ? say('search.word.none') : (key === 'batch' && batches.find(({ id }) => id === value)?.name) || value)).join(say('search.or')) })}
      onClear={() => set(key, [])}
      {...(onOpen && { onOpen })}
    >
      <MenuChecks
        label={label}
        values={[...ticked.map(({ name }) => name), ...(hasNone ? [nothing] : [])]}
        onValuesChange={change}
        choices={[...shown.map(({ name, note }) => ({ value: name, name, ...(note !== undefined && { note }) })), ...(none ? [{ value: nothing, name: say('search.word.none') }] : [])]}
      />
      {children}
      {(types || names.length > shown.length) && <MenuItem onSelect={() => props.onType(key)}>{say('search.bar.others')}</MenuItem>}
    </FacetMenu>
  );
}

/** Names are never empty, so this cannot collide with one. */
const nothing = '';
