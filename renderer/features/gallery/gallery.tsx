import { cellCount } from '../../stores/cells.ts';
import { useGallery } from '../../stores/gallery-store.ts';
import { useLibrarySearch } from '../../stores/library-view.ts';
import { toggleInspector, useView } from '../../stores/view-store.ts';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { ComposeBar } from '../compose/compose-bar.tsx';
import { TrashBar } from '../marks/trash-bar.tsx';
import { ContactSheet } from './contact-sheet.tsx';
import { EmptyGallery } from './empty-gallery.tsx';
import styles from './gallery.module.css';
import { NothingFound } from './nothing-found.tsx';
import { SearchChips } from './search-chips.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Inspector } from './inspector.tsx';
import { SheetBar } from './sheet-bar.tsx';
import { useEntryShortcuts } from './use-entry-shortcuts.ts';

/** The main place: compose above, the contact sheet below, the inspector beside them. */
export function Gallery() {
  const found = useGallery((state) => cellCount(state) > 0);
  const searched = useGallery(({ view }) => view.search.trim() !== '');
  const searching = useLibrarySearch(({ search }) => search.trim() !== '');
  const empty = !found && !searched && !searching;
  const inspectorOpen = useView((view) => view.inspectorOpen);
  useShortcut('inspector', toggleInspector);
  return (
    <div className={styles.gallery}>
      <div className={styles.table}>
        <ComposeBar />
        {empty ? (
          <EmptyGallery />
        ) : (
          <>
            <SheetBar />
            <TrashBar />
            <SearchChips />
            {found ? <ContactSheet /> : <NothingFound />}
            <SelectionBar />
          </>
        )}
      </div>
      {inspectorOpen && !empty && <Inspector />}
      <EntryShortcuts />
    </div>
  );
}

/** Drawn anew with every cell that keys lead to, so that nothing else is. */
function EntryShortcuts() {
  useEntryShortcuts();
  return null;
}
