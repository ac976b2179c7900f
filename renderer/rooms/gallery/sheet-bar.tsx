import { Bookmark, BrickWall, ListFilter, FolderInput, Grid2x2, Grid3x3, PanelRight } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { chipsOf } from '../../../shared/search/field/chips.ts';
import { shownFilter } from '../../../shared/search/field/facets.ts';
import type { FilterKey } from '../../../shared/search/query.ts';
import { keysOf } from '../../commands/registry.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { cellSizes } from '../../../shared/windows/view-memory.ts';
import { useListed } from '../../stores/library/albums-store.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { enterResults } from '../../stores/selection/enter-results.ts';
import { setLibrarySearch, useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { proposedName, savedAs, useSavedSearches } from '../../stores/library/saved-searches.ts';
import { setCellSize, setFiltersOpen, switchSheetLayout, toggleInspector, useInspector, useView } from '../../stores/windows/view-store.ts';
import { useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Slider } from '../../ui/fields/slider.tsx';
import { EntryMenu } from '../../parts/albums/entry-actions.tsx';
import { ImportMenu } from '../../parts/import/import-menu.tsx';
import { useSearchesInWords } from '../../parts/search/chip-words.ts';
import { nameSearch } from '../../parts/search/name-search.tsx';
import { FilterBar, facets } from '../../parts/search/filter-bar.tsx';
import { FilterChips } from '../../parts/search/filter-chips.tsx';
import { SearchField } from '../../parts/search/search-field.tsx';
import { useBrokenFilters, useSearchQuery } from '../../parts/search/search-query.ts';
import styles from './sheet-bar.module.css';
import { ViewMenu } from './view-menu.tsx';

/** What the sheet shows, and how large. */
export function SheetBar() {
  const say = useWords();
  const cellSize = useView((view) => view.cellSize);
  const inspectorOpen = useInspector() !== null;
  const justified = useView((view) => view.sheetLayout === 'justified');
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <LibrarySearch />
        <FiltersButton />
        <NamedPlace />
        <span className={styles.space} />
        <ImportMenu
          keys={keysOf('import', 'gallery')}
          trigger={
            <IconButton label={say('import.button')}>
              <FolderInput size={15} />
            </IconButton>
          }
        />
        <ViewMenu />
        <Grid3x3 size={14} aria-hidden className={styles.faint} />
        <Slider
          label={say('gallery.cell-size')}
          value={cellSize}
          min={cellSizes.smallest}
          max={cellSizes.largest}
          step={4}
          valueText={(pixels) => say('gallery.cell-size-value', { pixels })}
          onValueChange={setCellSize}
        />
        <Grid2x2 size={14} aria-hidden className={styles.faint} />
        <IconButton label={say('gallery.justified-rows')} keys={keysOf('switch-layout', 'gallery')} pressed={justified} className={styles.toggle} onClick={switchSheetLayout}>
          <BrickWall size={16} />
        </IconButton>
        <IconButton
          label={say(inspectorOpen ? 'gallery.hide-inspector' : 'gallery.show-inspector')}
          keys={keysOf('details', 'gallery')}
          pressed={inspectorOpen}
          onClick={toggleInspector}
        >
          <PanelRight size={16} />
        </IconButton>
      </div>
    </div>
  );
}

function LibrarySearch() {
  const say = useWords();
  const field = useRef<HTMLInputElement>(null);
  const search = useLibrarySearch((state) => state.search);
  const caret = useLibrarySearch((state) => state.caret);
  useCommands('gallery', { search: () => field.current?.select() });
  return (
    <SearchField
      ref={field}
      label={say('gallery.search')}
      keys={keysOf('search', 'gallery')}
      value={search}
      caret={caret}
      onValueChange={setLibrarySearch}
      room="gallery"
      onLeaveDown={enterResults}
    />
  );
}

/** Opens and closes the filter bar. If a key did it, the focus moves to the bar and back. */
function FiltersButton() {
  const say = useWords();
  const open = useView((view) => view.filtersOpen);
  const toggle = (): void => {
    flushSync(() => setFiltersOpen(!open));
    if (open) enterResults();
    else document.querySelector<HTMLElement>('[data-filter-bar] button')?.focus();
  };
  useCommands('gallery', { filters: toggle });
  return (
    <IconButton label={say(open ? 'search.bar.hide' : 'search.bar.show')} keys={keysOf('filters', 'gallery')} pressed={open} onClick={() => setFiltersOpen(!open)}>
      <ListFilter size={15} />
    </IconButton>
  );
}

/** The filter bar, if it is open. */
export function SheetFilters() {
  const open = useView((view) => view.filtersOpen);
  const search = useLibrarySearch((state) => state.search);
  if (!open) return null;
  return <FilterBar search={search} onSearchChange={setLibrarySearch} onType={typeFilter} />;
}

/** Starts a filter at the end of the search. The field then suggests its values. */
function typeFilter(key: FilterKey): void {
  const { search } = useLibrarySearch.getState();
  const text = `${search.trimEnd()}${search.trim() === '' ? '' : ' '}${key}:`;
  setLibrarySearch(text, text.length);
  // Wait, because the menu moves the focus to its button when it closes.
  setTimeout(() => {
    const field = document.querySelector<HTMLInputElement>('[role="search"] input');
    field?.focus();
    field?.setSelectionRange(text.length, text.length);
  });
}

/** The menu of the album that is shown, or a button that saves any other search under a name. */
function NamedPlace() {
  const album = useGallery(({ view }) => view.byHand);
  const entry = useListed().find(({ kind, id }) => kind === 'album' && id === album);
  return entry ? <EntryMenu entry={entry} renameKeys={keysOf('rename-listed', 'gallery')} /> : <SaveSearchButton />;
}

/** Saves the present search under a name, or renames it. */
function SaveSearchButton() {
  const say = useWords();
  const search = useLibrarySearch((state) => state.search);
  const saved = useSavedSearches((state) => state.saved);
  const present = savedAs(saved, search);
  const [inWords = ''] = useSearchesInWords([search]);
  return (
    <IconButton
      label={say(present ? 'gallery.rename-search' : 'gallery.save-search')}
      disabled={search.trim() === ''}
      onClick={() => nameSearch({ query: search.trim(), proposed: proposedName(saved, search, inWords), saved: present })}
    >
      <Bookmark size={15} fill={present ? 'currentColor' : 'none'} />
    </IconButton>
  );
}

/** The filters of the search, below its field, and those that cannot be understood. */
export function SearchChips() {
  const say = useWords();
  const search = useLibrarySearch((state) => state.search);
  const query = useSearchQuery(search);
  const filtersOpen = useView((view) => view.filtersOpen);
  // Do not repeat what the filter bar shows.
  const inBar = new Set(filtersOpen ? Object.values(facets).map((facet) => shownFilter(query, facet)?.span.start) : []);
  const chips = chipsOf(query).filter(({ span }) => !inBar.has(span.start));
  const broken = useBrokenFilters(search, useLibrarySearch((state) => state.caret));
  if (chips.length === 0 && broken.length === 0) return null;
  return (
    <div className={styles.chips} role="group" aria-label={say('gallery.filters')}>
      <FilterChips chips={chips} broken={broken} search={search} onSearchChange={change} />
    </div>
  );
}

/** Removing a chip with the keyboard would lose the focus, so it moves to the results. */
function change(search: string): void {
  const byKey = document.activeElement?.matches(':focus-visible') === true;
  setLibrarySearch(search);
  if (byKey) enterResults();
}
