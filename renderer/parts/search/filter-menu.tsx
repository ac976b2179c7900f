import { ListFilter } from 'lucide-react';
import type { RefObject } from 'react';
import { labels } from '../../../shared/library/marks.ts';
import { facets, nameAsValue, shownFilter, withFacet, writtenValues, type FacetName } from '../../../shared/search/field/facets.ts';
import { flagWords, sizeShapes, type FilterKey } from '../../../shared/search/query.ts';
import { matchesName } from '../../../shared/search/text/match-name.ts';
import type { Words } from '../../../shared/words/index.ts';
import { refreshLibraryWords, useLibraryWords } from '../../stores/library/known-tags-and-folders.ts';
import { useShowsMark } from '../../stores/library/used-marks.ts';
import { today } from '../../stores/now.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { ask } from '../../ui/dialogs/ask.ts';
import { Menu, MenuChecks, MenuChoice, MenuItem, MenuSeparator, Submenu } from '../../ui/menu.tsx';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import { costs, periods } from './chip-words.ts';
import { useSearchQuery } from './search-query.ts';
import { useVocabulary } from './search-vocabulary.ts';

/** One filter as a menu reads and writes it. */
export interface MenuFilter {
  /** Null: the search has none. */
  readonly key: FilterKey | null;
  readonly values: readonly string[];
  /** No values: removes it. */
  readonly set: (key: FilterKey, values: readonly string[]) => void;
  /** Leads to the search field, for values that the menu does not list. */
  readonly type?: ((key: FilterKey) => void) | undefined;
}

/** The facets whose values are in a menu, in the order of their submenus. */
const listed = ['rating', 'flag', 'label', 'model', 'ratio', 'date', 'album', 'tag', 'batch', 'cost'] as const;
export type ListedFacet = (typeof listed)[number];

/** The menu that changes filters with this key. Null: there is none, and they are typed. */
export const facetOf = (key: FilterKey): ListedFacet | null => listed.find((name) => facets[name].keys.some((each) => each === key)) ?? null;

interface FilterMenuProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
  /** Starts a filter in the search field. */
  readonly onType: (key: FilterKey) => void;
  readonly keys: readonly Chord[] | undefined;
}

/** The button that adds a filter, for people who do not type. Its menu reads and writes the text of the search. */
export function FilterMenu({ ref, search, onSearchChange, onType, keys }: FilterMenuProps) {
  const say = useWords();
  const query = useSearchQuery(search);
  const { albums, batches } = useVocabulary();
  const showsFavourites = useShowsMark('favourite');
  const isThere: Partial<Readonly<Record<ListedFacet, boolean>>> = { label: useShowsMark('label'), album: albums.length > 0, batch: batches.length > 0 };
  const offered = listed.filter((name) => isThere[name] !== false);
  const filterOf = (name: FacetName): MenuFilter => {
    const shown = shownFilter(query, facets[name]);
    return {
      key: shown?.key ?? null,
      values: shown === null ? [] : writtenValues(shown),
      set: (key, values) => onSearchChange(withFacet(search, facets[name], { key, values }, today())),
      type: onType,
    };
  };
  return (
    <Menu
      onOpen={() => void refreshLibraryWords()}
      trigger={
        <IconButton ref={ref} label={say('search.filter')} keys={keys}>
          <ListFilter size={15} />
        </IconButton>
      }
    >
      {offered.map((name) => (
        <Submenu key={name} label={labelOf(say, name)}>
          <FilterItems name={name} filter={filterOf(name)} />
        </Submenu>
      ))}
      {showsFavourites && (
        <>
          <MenuSeparator />
          <MenuChecks
            values={filterOf('favourite').values}
            onValuesChange={(values) => filterOf('favourite').set('is', values)}
            choices={[{ value: 'favourite', name: say('search.filter.favourite') }]}
          />
        </>
      )}
    </Menu>
  );
}

function labelOf(say: Words, name: ListedFacet): string {
  return name === 'date' || name === 'cost' ? say(`search.filter.${name}`) : say(`search.key.${name}`);
}

interface FilterItemsProps {
  readonly name: ListedFacet;
  readonly filter: MenuFilter;
}

/** The values of a filter, and what else can be done with it. */
export function FilterItems({ name, filter }: FilterItemsProps) {
  const say = useWords();
  const { values, set, type } = filter;
  const [key] = facets[name].keys;
  return (
    <>
      <Values name={name} filter={filter} />
      {name === 'tag' && <MenuItem onSelect={() => void ask('tags')}>{say('tags.all')}</MenuItem>}
      {type && (name === 'date' || name === 'cost') && <MenuItem onSelect={() => type(key)}>{say(`search.filter.type-${name}`)}</MenuItem>}
      {values.length > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => set(key, [])}>{say('search.filter.clear')}</MenuItem>
        </>
      )}
    </>
  );
}

const ratings = ['>=1', '>=2', '>=3', '>=4', '5', 'none'] as const;
const ratios = ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16'] as const;

function Values({ name, filter }: FilterItemsProps) {
  const say = useWords();
  const { year } = today();
  const word = (value: (typeof flagWords)[number] | (typeof labels)[number] | (typeof sizeShapes)[number]) => ({ value, name: say(`search.choice.${value}`) });
  const written = filter.values.join(',');
  switch (name) {
    case 'rating': {
      const stars = (value: string): string => say('search.filter.stars', { count: Number(value.replace(/\D/g, '')), more: value.startsWith('>=') ? 'yes' : 'no' });
      return <OneOf name={name} filter={filter} choices={ratings.map((value) => ({ value, name: value === 'none' ? say('marks.unrated') : stars(value) }))} chosen={written} />;
    }
    case 'flag':
      return <AnyOf name={name} filter={filter} choices={flagWords.map(word)} />;
    case 'label':
      return <AnyOf name={name} filter={filter} choices={[...labels, 'none' as const].map(word)} />;
    case 'ratio':
      return <AnyOf name={name} filter={filter} choices={[...sizeShapes.map(word), ...ratios.map((value) => ({ value, name: value }))]} />;
    case 'date': {
      const years = [year, year - 1, year - 2].map((each) => ({ value: `on:${each}`, name: String(each) }));
      return <OneOf name={name} filter={filter} choices={[...periods.map((value) => ({ value, name: say(`search.filter.${value}`) })), ...years]} chosen={`${filter.key}:${written}`} />;
    }
    case 'cost':
      return <OneOf name={name} filter={filter} choices={costs.map((value) => ({ value, name: say(`search.filter.cost.${value}`) }))} chosen={written} />;
    default:
      return <NameValues name={name} filter={filter} />;
  }
}

interface ChoicesProps extends FilterItemsProps {
  readonly choices: readonly { readonly value: string; readonly name: string }[];
}

function AnyOf({ name, filter, choices }: ChoicesProps) {
  const [key] = facets[name].keys;
  return <MenuChecks label={labelOf(useWords(), name)} values={filter.values} onValuesChange={(values) => filter.set(key, values)} choices={choices} />;
}

/** A date's value begins with its key, because it has several. */
function OneOf({ name, filter, choices, chosen }: ChoicesProps & { readonly chosen: string }) {
  const choose = (value: string): void => {
    const { keys } = facets[name];
    const key = keys.find((each) => value.startsWith(`${each}:`));
    if (key === undefined) filter.set(keys[0], [value]);
    else filter.set(key, [value.slice(key.length + 1)]);
  };
  return <MenuChoice label={labelOf(useWords(), name)} value={choices.find(({ value }) => value === chosen)?.value ?? null} onValueChange={choose} choices={choices} />;
}

/** The most names in a menu. The search field completes the others. */
const mostNames = 24;

/** Chooses any of the names in use, such as tags. */
function NameValues({ name: key, filter: { values, set, type } }: { readonly name: 'model' | 'album' | 'tag' | 'batch'; readonly filter: MenuFilter }) {
  const say = useWords();
  const { number } = useFormats();
  const { models, albums, batches } = useVocabulary();
  const tags = useLibraryWords((known) => known.tags);
  const isTag = key === 'tag';
  // The most used or the newest first.
  const names: readonly { readonly name: string; readonly note?: string }[] = isTag
    ? tags.map(({ name, pictures }) => ({ name, note: number(pictures) }))
    : { model: models, album: albums, batch: [...new Set(batches)] }[key].map((name) => ({ name }));
  const isTicked = (name: string): boolean => values.some((text) => matchesName(name, { text, exact: isTag || names.some((other) => other.name === text) }));
  const ticked = names.filter(({ name }) => isTicked(name));
  const shown = [...ticked, ...names.filter((each) => !ticked.includes(each))].slice(0, Math.max(mostNames, ticked.length)).toSorted((a, b) => names.indexOf(a) - names.indexOf(b));
  const offersNone = isTag || key === 'album';
  const change = (next: readonly string[]): void =>
    set(
      key,
      next.map((value) => {
        if (value === nothing) return 'none';
        return nameAsValue(value, isTag || !names.some(({ name }) => name !== value && matchesName(name, { text: value, exact: false })));
      }),
    );
  return (
    <>
      <MenuChecks
        label={labelOf(say, key)}
        values={[...ticked.map(({ name }) => name), ...(values.includes('none') ? [nothing] : [])]}
        onValuesChange={change}
        choices={[...shown.map(({ name, note }) => ({ value: name, name, ...(note !== undefined && { note }) })), ...(offersNone ? [{ value: nothing, name: say('search.choice.none') }] : [])]}
      />
      {type && (key === 'batch' || names.length > shown.length) && <MenuItem onSelect={() => type(key)}>{say('search.filter.others')}</MenuItem>}
    </>
  );
}

/** Names are never empty, so this cannot collide with one. */
const nothing = '';
