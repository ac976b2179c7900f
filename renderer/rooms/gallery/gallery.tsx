import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useCommands, useSubject } from '../../commands/use-commands.ts';
import { useCompose } from '../../stores/compose/compose-store.ts';
import { cellCount, useGallery } from '../../stores/gallery/gallery-store.ts';
import { useDescription } from '../../stores/pictures/descriptions.ts';
import { setLibrarySearch, useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { useSheetScope } from '../../stores/gallery/sheet-scope.ts';
import { focusSelection } from '../../stores/selection/selection-store.ts';
import { toggleInspector, useInspector } from '../../stores/windows/view-store.ts';
import { goToFallback } from '../../ui/focus-fallback.ts';
import { TrashBar } from './trash-bar.tsx';
import { PictureGrid } from './grid/picture-grid.tsx';
import { Welcome } from './welcome.tsx';
import styles from './gallery.module.css';
import { FirstSteps } from './first-steps/first-steps.tsx';
import { NothingFound } from './nothing-found.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { SearchChips, SheetBar } from './sheet-bar.tsx';
import { sheetSubject } from './sheet-subject.ts';
import { useSelected } from './selected-pictures.ts';

interface GalleryProps {
  /** Where a prompt is written. */
  readonly compose: ReactNode;
  /** The tasks in progress, waiting and wrong. */
  readonly strip: ReactNode;
}

/** The gallery: the compose bar above, the grid of pictures below, the inspector beside them. */
export function Gallery({ compose, strip }: GalleryProps) {
  const found = useGallery((state) => cellCount(state) > 0);
  const searched = useGallery(({ view }) => view.search.trim() !== '');
  const searching = useLibrarySearch(({ search }) => search.trim() !== '');
  const empty = !found && !searched && !searching;
  const inspectorAt = useInspector();
  useCommands('gallery', { details: toggleInspector });
  // With its last picture the sheet goes away. What is drawn without React takes the focus from its cell before that.
  const wasFound = useRef(found);
  useLayoutEffect(() => {
    if (wasFound.current && !found && document.activeElement === document.body) goToFallback();
    wasFound.current = found;
  }, [found]);
  return (
    <div className={styles.gallery}>
      <div className={styles.table}>
        <ComposePlace>{compose}</ComposePlace>
        {/* Takes its space from the start, so that the first picture moves nothing. */}
        <div className={empty ? styles.reserved : undefined} inert={empty}>
          <SheetBar />
        </div>
        {!empty && (
          <>
            <TrashBar />
            <SearchChips />
          </>
        )}
        <div className={styles.lower}>
          {strip}
          <FirstSteps />
          {empty && <Welcome />}
          {!empty && (found ? <PictureGrid /> : <NothingFound />)}
          {inspectorAt === 'over' && <Inspector over />}
        </div>
        <SelectionBar hasPictures={!empty} />
      </div>
      {inspectorAt === 'beside' && <Inspector over={false} />}
      <SelectedEntry />
    </div>
  );
}

/** The compose bar. Nothing can be made in the trash, so it is not there, and what asks for its prompt leads back to the library. */
function ComposePlace({ children }: { readonly children: ReactNode }) {
  const hidden = useSheetScope() === 'trash';
  const requests = useCompose(({ focusRequests }) => focusRequests);
  const place = useRef<HTMLDivElement>(null);
  const answered = useRef(requests);
  useLayoutEffect(() => {
    if (hidden && place.current?.contains(document.activeElement)) focusSelection();
  }, [hidden]);
  useEffect(() => {
    if (answered.current === requests) return;
    if (hidden) return setLibrarySearch('');
    answered.current = requests;
    place.current?.querySelector('textarea')?.focus();
  }, [requests, hidden]);
  // It stays mounted, so that it takes no focus when it comes back.
  return (
    <div ref={place} className={styles.compose} hidden={hidden}>
      {children}
    </div>
  );
}

/** What commands act on. A component of its own, so that moving the selection renders nothing else. */
function SelectedEntry() {
  const what = useSelected();
  // Commands need its task.
  useDescription(what.kind === 'image' ? what.imageId : null);
  useSubject('gallery', sheetSubject);
  return null;
}
