import { Bookmark, FolderInput } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { chipsOf } from '../../../shared/search/field/chips.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { CommandMenu } from '../../commands/command-menu.tsx';
import { nothingIn } from '../../commands/command.ts';
import { ListedMenu } from '../../commands/listed-menu.tsx';
import { importMenu } from '../../commands/menus.ts';
import { useKeysOf } from '../../commands/registry.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { useListed } from '../../stores/library/albums-store.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { enterResults } from '../../stores/selection/enter-results.ts';
import { setLibrarySearch, useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { proposedName, savedAs, useSavedSearches } from '../../stores/library/saved-searches.ts';
import { useInspector, useView } from '../../stores/windows/view-store.ts';
import { useWords } from '../../words/words.ts';
import { IconButton, Toolbar } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { CellSizeSlider } from '../../parts/pictures/cell-size-slider.tsx';
import { useSearchesInWords } from '../../parts/search/chip-words.ts';
import { nameSearch } from '../../parts/search/name-search.tsx';
import { FilterChips } from '../../parts/search/filter-chips.tsx';
import { FilterMenu } from '../../parts/search/filter-menu.tsx';
import { SearchField } from '../../parts/search/search-field.tsx';
import { useBrokenFilters, useMistypedFilters, useSearchQuery } from '../../parts/search/search-query.ts';
import styles from './sheet-bar.module.css';
import { ViewMenu } from './view-menu.tsx';

const command = { subject: () => nothingIn('gallery'), look: 'icon', size: 16 } as const;

/** What the sheet shows, and how large. */
export function SheetBar() {
  const say = useWords();
  const inspectorOpen = useInspector() !== null;
  const justified = useView((view) => view.sheetLayout === 'justified');
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <LibrarySearch />
        <FilterButton />
        <NamedPlace />
        <span className={styles.space} />
        <Menu
          align="end"
          trigger={
            <IconButton label={say('import.button')}>
              <FolderInput size={15} />
            </IconButton>
          }
        >
          <CommandMenu items={importMenu} subject={nothingIn('gallery')} />
        </Menu>
        <ViewMenu />
        <CellSizeSlider iconClass={styles.faint} />
        <CommandButton id="switch-layout" {...command} pressed={justified} className={styles.toggle} />
        <CommandButton id="details" {...command} pressed={inspectorOpen} />
      </div>
    </div>
  );
}

function LibrarySearch() {
  const keysOf = useKeysOf();
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
      view="gallery"
      onLeaveDown={enterResults}
    />
  );
}

function FilterButton() {
  const keysOf = useKeysOf();
  const button = useRef<HTMLButtonElement>(null);
  const search = useLibrarySearch((state) => state.search);
  useCommands('gallery', { filters: () => button.current?.click() });
  const type = (key: string): void => {
    const text = `${search.trimEnd()}${search.trim() === '' ? '' : ' '}${key}:`;
    typeIn(text, text.length, text.length);
  };
  return <FilterMenu ref={button} search={search} onSearchChange={setLibrarySearch} onType={type} keys={keysOf('filters', 'gallery')} />;
}

/** Leads to a part of the search in its field. At a filter without a value, the field suggests values. */
function typeIn(search: string, from: number, to: number): void {
  setLibrarySearch(search, to);
  // Wait, because the menu moves the focus to its button when it closes.
  setTimeout(() => {
    const field = document.querySelector<HTMLInputElement>('[role="search"] input');
    field?.focus();
    field?.setSelectionRange(from, to);
  });
}

/** The menu of the album that is shown, or a button that saves any other search under a name. */
function NamedPlace() {
  const album = useGallery(({ view }) => view.byHand);
  const entry = useListed().find(({ kind, id }) => kind === 'album' && id === album);
  return entry ? <ListedMenu entry={entry} /> : <SaveSearchButton />;
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
  const chips = chipsOf(useSearchQuery(search));
  const caret = useLibrarySearch((state) => state.caret);
  const broken = useBrokenFilters(search, caret);
  const mistyped = useMistypedFilters(search, caret);
  if (chips.length === 0 && broken.length === 0 && mistyped.length === 0) return null;
  return (
    <Toolbar className={styles.chips} aria-label={say('gallery.filters')} onKeyDown={leave}>
      <FilterChips chips={chips} broken={broken} mistyped={mistyped} search={search} onSearchChange={setLibrarySearch} onRemove={remove} onType={({ start, end }) => typeIn(search, start, end)} />
    </Toolbar>
  );
}

/** Escape leads to the pictures. In a menu of a chip, it only closes the menu. */
function leave({ key, target, currentTarget }: KeyboardEvent): void {
  if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) enterResults();
}

/** Removing a chip with the keyboard would lose the focus, so it moves to the results. */
function remove(search: string): void {
  const byKey = document.activeElement?.matches(':focus-visible') === true;
  setLibrarySearch(search);
  if (byKey) enterResults();
}
