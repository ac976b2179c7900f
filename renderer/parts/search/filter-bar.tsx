import { Heart } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { labels } from '../../../shared/library/marks.ts';
import type { Facet } from '../../../shared/search/field/facets.ts';
import { flagWords, sizeShapes } from '../../../shared/search/query.ts';
import { refreshLibraryWords, useLibraryWords } from '../../stores/library/known-tags-and-folders.ts';
import { enterResults } from '../../stores/selection/enter-results.ts';
import { today } from '../../stores/now.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Button, Toolbar } from '../../ui/button.tsx';
import { MenuChecks, MenuChoice, MenuItem } from '../../ui/menu.tsx';
import { FacetMenu, useFacet, type FilterBarProps } from './facet-menu.tsx';
import styles from './filter-bar.module.css';
import { NameFacet } from './name-facet.tsx';
import { useVocabulary } from './search-vocabulary.ts';
import { ask } from '../../ui/dialogs/ask.ts';

/** Filters as menus, for people who do not type. Each control reads and writes the search text. */
export function FilterBar(props: FilterBarProps) {
  const say = useWords();
  const { models, albums, batches } = useVocabulary();
  const tags = useLibraryWords((known) => known.tags);
  const { number } = useFormats();
  return (
    <Toolbar className={styles.bar} data-filter-bar aria-label={say('search.bar')} onKeyDown={leave}>
      <RatingFacet {...props} />
      <WordsFacet {...props} facet={facets.flag} words={flagWords} />
      <WordsFacet {...props} facet={facets.label} words={[...labels, 'none']} />
      <FavouriteFacet {...props} />
      <NameFacet {...props} facet={facets.model} names={models.map((name) => ({ name }))} />
      <ShapeFacet {...props} />
      <DateFacet {...props} />
      {albums.length > 0 && <NameFacet {...props} facet={facets.album} names={albums.map((name) => ({ name }))} none />}
      <NameFacet {...props} facet={facets.tag} names={tags.map(({ name, pictures }) => ({ name, note: number(pictures) }))} none onOpen={() => void refreshLibraryWords()}>
        <MenuItem onSelect={() => void ask('tags')}>{say('tags.all')}</MenuItem>
      </NameFacet>
      {batches.length > 0 && <NameFacet {...props} facet={facets.batch} names={[...new Set(batches)].map((name) => ({ name }))} types />}
      <CostFacet {...props} />
    </Toolbar>
  );
}

/** Escape leads to the pictures. In a menu of the bar, it only closes the menu. */
function leave({ key, target, currentTarget }: KeyboardEvent): void {
  if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) enterResults();
}

export const facets = {
  rating: { keys: ['rating'] },
  flag: { keys: ['flag'] },
  label: { keys: ['label'] },
  favourite: { keys: ['is'], only: 'favourite' },
  model: { keys: ['model'] },
  ratio: { keys: ['ratio'] },
  date: { keys: ['on', 'after', 'before'] },
  album: { keys: ['album'] },
  tag: { keys: ['tag'] },
  batch: { keys: ['batch'] },
  cost: { keys: ['cost'] },
} as const satisfies Record<string, Facet>;

/** For a menu. In the text of a search, the words are in lower case. */
const capitalised = (text: string): string => text.slice(0, 1).toLocaleUpperCase() + text.slice(1);

const ratings = ['>=1', '>=2', '>=3', '>=4', '5', 'none'] as const;

function RatingFacet(props: FilterBarProps) {
  const say = useWords();
  const { values, set } = useFacet(props, facets.rating);
  const nameOf = (value: string): string =>
    value === 'none' ? say('search.word.unrated') : say('search.bar.stars', { count: Number(value.replace(/\D/g, '')), more: value.startsWith('>=') ? 'yes' : 'no' });
  const known = ratings.find((value) => values.length === 1 && value === values[0]) ?? null;
  return (
    <FacetMenu label={say('search.key.rating')} chosen={values.map((value) => (/^(>=)?\d$|^none$/.test(value) ? nameOf(value) : value)).join(say('search.or'))} onClear={() => set('rating', [])}>
      <MenuChoice label={say('search.key.rating')} value={known} onValueChange={(value) => set('rating', [value])} choices={ratings.map((value) => ({ value, name: capitalised(nameOf(value)) }))} />
    </FacetMenu>
  );
}

interface WordsFacetProps extends FilterBarProps {
  readonly facet: { readonly keys: readonly ['flag' | 'label'] };
  readonly words: readonly ((typeof flagWords)[number] | (typeof labels)[number])[];
}

function WordsFacet({ facet, words, ...props }: WordsFacetProps) {
  const say = useWords();
  const [key] = facet.keys;
  const { values, set } = useFacet(props, facet);
  const label = say(`search.key.${key}`);
  const nameOf = (value: (typeof words)[number]): string => say(`search.word.${value}`);
  const choices = words.map((value) => ({ value, name: capitalised(nameOf(value)) }));
  const chosen = words.filter((value) => values.includes(value)).map(nameOf);
  return (
    <FacetMenu label={label} chosen={chosen.length === 0 ? '' : say('search.chip', { key: label, values: chosen.join(say('search.or')) })} onClear={() => set(key, [])}>
      <MenuChecks label={label} values={values} onValuesChange={(next) => set(key, next)} choices={choices} />
    </FacetMenu>
  );
}

function FavouriteFacet(props: FilterBarProps) {
  const say = useWords();
  const { values, set } = useFacet(props, facets.favourite);
  const isSet = values.length > 0;
  return (
    <Button variant="quiet" size="small" className={styles.control} data-set={isSet || undefined} aria-pressed={isSet} icon={<Heart size={12} />} onClick={() => set('is', isSet ? [] : ['favourite'])}>
      {say('search.bar.favourite')}
    </Button>
  );
}

const ratios = ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16'] as const;

function ShapeFacet(props: FilterBarProps) {
  const say = useWords();
  const { values, set } = useFacet(props, facets.ratio);
  const choices = [...sizeShapes.map((value) => ({ value, name: capitalised(say(`search.word.${value}`)) })), ...ratios.map((value) => ({ value, name: value }))];
  const nameOf = (value: string): string => choices.find((choice) => choice.value === value)?.name ?? value;
  return (
    <FacetMenu label={say('search.bar.shape')} chosen={values.map(nameOf).join(say('search.or'))} onClear={() => set('ratio', [])}>
      <MenuChecks label={say('search.key.ratio')} values={values} onValuesChange={(next) => set('ratio', next)} choices={choices} />
    </FacetMenu>
  );
}

const periods = ['on:today', 'on:yesterday', 'after:7d', 'after:1m', 'after:1y'] as const;

function DateFacet(props: FilterBarProps) {
  const say = useWords();
  const { key, values, set } = useFacet(props, facets.date);
  const { year } = today();
  const years = [year, year - 1, year - 2].map((each) => `on:${each}`);
  const nameOf = (period: string): string => {
    const known = periods.find((each) => each === period);
    return known === undefined ? period.slice('on:'.length) : say(`search.bar.${known}`);
  };
  const choices = [...periods, ...years];
  const chosen = key === null ? '' : `${key}:${values.join(',')}`;
  const shown = choices.includes(chosen) ? nameOf(chosen) : key === null ? '' : say('search.chip', { key: say(`search.key.${key}`), values: values.join(say('search.or')) });
  const choose = (period: string): void => {
    const at = period.indexOf(':');
    set(period.startsWith('on') ? 'on' : 'after', [period.slice(at + 1)]);
  };
  return (
    <FacetMenu label={say('search.bar.date')} chosen={shown} onClear={() => set('on', [])}>
      <MenuChoice label={say('search.bar.date')} value={choices.find((each) => each === chosen) ?? null} onValueChange={choose} choices={choices.map((value) => ({ value, name: nameOf(value) }))} />
      <MenuItem onSelect={() => props.onType('on')}>{say('search.bar.type-date')}</MenuItem>
    </FacetMenu>
  );
}

const costs = ['0', '>0', 'none'] as const;

function CostFacet(props: FilterBarProps) {
  const say = useWords();
  const { values, set } = useFacet(props, facets.cost);
  const known = costs.find((value) => values.length === 1 && value === values[0]) ?? null;
  const chosen = values.length === 0 ? '' : say('search.chip', { key: say('search.bar.cost'), values: known === null ? values.join(say('search.or')) : say(`search.bar.cost.${known}`) });
  return (
    <FacetMenu label={say('search.bar.cost')} chosen={chosen} onClear={() => set('cost', [])}>
      <MenuChoice label={say('search.key.cost')} value={known} onValueChange={(value) => set('cost', [value])} choices={costs.map((value) => ({ value, name: say(`search.bar.cost.${value}`) }))} />
      <MenuItem onSelect={() => props.onType('cost')}>{say('search.bar.type-cost')}</MenuItem>
    </FacetMenu>
  );
}
