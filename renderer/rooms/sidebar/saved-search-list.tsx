import { Bookmark, Ellipsis, Pencil, Search, X } from 'lucide-react';
import { useEffect } from 'react';
import type { SavedSearch } from '../../../shared/library/marks.ts';
import { nameSearch, readSavedSearches, removeSavedSearch, useSavedSearches } from '../../stores/saved-searches.ts';
import { useWords } from '../../words/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { PlaceButton } from './place-button.tsx';
import { showSearch, type Place } from './places.ts';
import styles from './sidebar.module.css';

interface SavedProps {
  readonly place: Place;
}

const rename = (search: SavedSearch): void => nameSearch({ query: search.query, proposed: search.name, saved: search });

/** For the sidebar: a row for each search, with its own menu. */
export function SavedSearchList({ place }: SavedProps) {
  const say = useWords();
  const saved = useSaved();
  return (
    <section className={styles.saved} aria-labelledby="saved-searches">
      <h2 id="saved-searches" className={styles.heading}>
        {say('gallery.saved-searches')}
      </h2>
      {saved.length === 0 && <p className={styles.none}>{say('gallery.no-saved-searches')}</p>}
      <ul>
        {saved.map((each) => (
          <li key={each.id} className={styles.savedRow}>
            <PlaceButton wide icon={<Search size={15} strokeWidth={1.75} />} name={each.name} current={place === each.id} onClick={() => showSearch(each.query)} />
            <Menu
              trigger={
                <IconButton label={say('gallery.saved-search-menu', { name: each.name })} className={styles.more}>
                  <Ellipsis size={15} />
                </IconButton>
              }
            >
              <MenuItem icon={<Pencil size={14} />} onSelect={() => rename(each)}>
                {say('gallery.rename-saved')}
              </MenuItem>
              <MenuItem icon={<X size={14} />} onSelect={() => void removeSavedSearch(each)}>
                {say('gallery.remove-saved')}
              </MenuItem>
            </Menu>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For the rail: one menu of all searches. */
export function SavedSearchMenu({ place }: SavedProps) {
  const say = useWords();
  const saved = useSaved();
  return (
    <Menu
      trigger={
        <IconButton
          label={say('gallery.saved-searches')}
          side="right"
          className={classes(styles.place, styles.iconOnly)}
          aria-current={typeof place === 'number' ? 'page' : undefined}
        >
          <Bookmark size={17} strokeWidth={1.75} />
        </IconButton>
      }
    >
      {saved.length === 0 && <MenuItem disabled onSelect={() => undefined}>{say('gallery.no-saved-searches')}</MenuItem>}
      {saved.map((each) => (
        <div key={each.id} role="none" className={styles.menuRow}>
          <MenuItem onSelect={() => showSearch(each.query)}>{each.name}</MenuItem>
          <MenuItem label={say('gallery.rename-saved-search', { name: each.name })} onSelect={() => rename(each)}>
            <Pencil size={13} />
          </MenuItem>
          <MenuItem label={say('gallery.remove-search', { name: each.name })} stays onSelect={() => void removeSavedSearch(each)}>
            <X size={13} />
          </MenuItem>
        </div>
      ))}
    </Menu>
  );
}

function useSaved(): readonly SavedSearch[] {
  useEffect(() => void readSavedSearches(), []);
  return useSavedSearches((state) => state.saved);
}
