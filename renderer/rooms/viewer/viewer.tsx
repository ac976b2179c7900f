import { useEffect, useRef, useState } from 'react';
import type { ImageInfo } from '../../../shared/ipc/api.ts';
import type { ImageId } from '../../../shared/task.ts';
import { pictureAddress } from '../../../shared/windows/picture-addresses.ts';
import { CommandMenu } from '../../commands/command-menu.tsx';
import { pictureIn } from '../../commands/command.ts';
import { viewerMenu } from '../../commands/menus.ts';
import { useKeysOf } from '../../commands/registry.ts';
import { useCommands, useSubject } from '../../commands/use-commands.ts';
import { useZoomCommands } from '../../commands/use-zoom-commands.ts';
import { entryAt, indexOfImage, useGallery } from '../../stores/gallery/gallery-store.ts';
import { describe, useDescription } from '../../stores/pictures/descriptions.ts';
import { closeViewer, showsHistory, useView } from '../../stores/windows/view-store.ts';
import { toggleFullScreen, useWindows } from '../../stores/windows/windows-store.ts';
import { useWords } from '../../words/words.ts';
import { classes } from '../../ui/classes.ts';
import { ContextMenu } from '../../ui/menu.tsx';
import { WholeWindow, WholeWindowPopup } from '../../ui/whole-window.tsx';
import { useTaskDetail } from '../../parts/facts/use-task-detail.ts';
import { mark } from '../../parts/marks/mark-actions.ts';
import { onePicture } from '../../stores/selection/mark-target.ts';
import { useSheetScope } from '../../stores/gallery/sheet-scope.ts';
import { useHistory } from '../../stores/tasks/history-store.ts';
import { SearchedFor } from '../../parts/search/highlighted.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { Filmstrip } from './sequence/filmstrip.tsx';
import { CullBar } from './cull/cull-bar.tsx';
import { useCullCommands, useCullSequence, useNextToDecide } from './cull/use-cull.ts';
import { PictureStage } from '../../parts/stage/picture-stage.tsx';
import { leaveImage } from './sequence/show-picture.ts';
import { useSequence } from './sequence/use-sequence.ts';
import { useStage } from '../../parts/stage/use-stage.ts';
import { compareWithNext } from '../../parts/pictures/compare-pictures.ts';
import { useSlideshow } from './slideshow/use-slideshow.ts';
import { ViewerBar } from './viewer-bar.tsx';
import { toggleFacts, useViewerStore } from '../../stores/windows/viewer-store.ts';
import styles from './viewer.module.css';
import type { Size } from '../../parts/stage/zoom.ts';

/** The full picture over the whole window. */
export function Viewer() {
  // Read while rendering, because what is below loses its focus once it is inert.
  const [opener] = useState(() => document.activeElement);
  const id = useView((view) => view.viewer);
  if (id === null) return null;
  return (
    <WholeWindow dark>
      <OpenViewer id={id} opener={opener} />
    </WholeWindow>
  );
}

interface OpenViewerProps {
  readonly id: ImageId;
  /** What had the focus before. */
  readonly opener: Element | null;
}

/** A component of its own, because the stage must be in the document when its hooks run. */
function OpenViewer({ id, opener }: OpenViewerProps) {
  const keysOf = useKeysOf();
  const say = useWords();
  const dialog = useRef<HTMLDivElement>(null);
  const stageElement = useRef<HTMLDivElement>(null);
  const info = useDescription(id);
  const { detail } = useTaskDetail(info?.task.id ?? null);
  const factsOpen = useViewerStore((viewer) => viewer.factsOpen);
  const keepsZoom = useViewerStore((viewer) => viewer.keepsZoom);
  const stage = useStage(stageElement, useSizeOf(id, info), id, keepsZoom);
  const siblings = (detail?.images ?? []).filter((image) => image.state.status === 'kept').map((image) => image.id);
  const inGallery = useSequence(id, info?.task.id ?? null, siblings);
  const culled = useCullSequence(id);
  const sequence = culled ?? inGallery;
  const nextToDecide = useNextToDecide(id);
  const { previous, next } = sequence;
  const slides = useSlideshow(id, sequence);
  // The focused control may have gone.
  useEffect(() => {
    if (slides && document.activeElement === document.body) dialog.current?.focus({ preventScroll: true });
  }, [slides]);
  const ground = useViewerStore((viewer) => viewer.ground);
  usePreloaded(previous?.id ?? null, nextToDecide ?? next?.id ?? null);
  const inTrash = useSheetScope() === 'trash';
  const beside = next?.id ?? previous?.id ?? null;
  const picture = onePicture(id);
  const take = (kind: 'trash' | 'restore'): void => {
    const leaves = kind === 'trash' || inTrash;
    void mark(picture.target(), { kind }, { taken: () => leaves && leaveImage(id, beside, sequence.show) });
  };

  const task = info?.task ?? null;
  const isCulling = culled !== null;
  useSubject('viewer', () => pictureIn('viewer', id, task));
  useCullCommands(id);
  useZoomCommands('viewer', stage, panStep);
  useCommands('viewer', {
    close: ({ key }) => (key === 'Escape' && useWindows.getState().fullScreen ? toggleFullScreen() : closeViewer()),
    next: () => next?.show(),
    previous: () => previous?.show(),
    'move-far': ({ key }) => (key === 'Home' ? sequence.showFirst() : sequence.showLast()),
    sibling:
      siblings.length > 1 &&
      (({ key }) => {
        const sibling = siblings[siblings.indexOf(id) + (key === 'ArrowDown' ? 1 : -1)];
        if (sibling !== undefined) sequence.show(sibling);
      }),
    // The comparison closes the viewer, which would end culling.
    compare: !isCulling && (() => void compareWithNext(id, beside)),
    details: toggleFacts,
    trash: () => take('trash'),
    restore: () => take('restore'),
  });

  const prompt = task?.request.prompt ?? '';
  const search = useSearchBelow();
  return (
    <ContextMenu
      returnsTo={() => dialog.current}
      trigger={
        <WholeWindowPopup
          ref={dialog}
          className={classes(styles.viewer, slides ? styles.slides : factsOpen && styles.withFacts)}
          aria-label={say('viewer.name')}
          initialFocus={dialog}
          finalFocus={() => returnFocus(opener)}
        >
          {!slides && <ViewerBar id={id} task={task} stage={stage} sequence={sequence} />}
          <PictureStage
            ground={ground}
            id={id}
            element={stageElement}
            stage={stage}
            alt={prompt || say('viewer.picture')}
            file={info?.image.state.status === 'kept' ? info.image.state.file : null}
            onPrevious={slides ? null : (previous?.show ?? null)}
            onNext={slides ? null : (next?.show ?? null)}
            keys={{ previous: keysOf('previous', 'viewer'), next: keysOf('next', 'viewer') }}
          />
          <CullBar id={id} />
          {!slides && <Filmstrip sequence={sequence} current={id} siblings={siblings} stage={stage.frame.stage} />}
          {factsOpen && !slides && info && (
            <SearchedFor search={search}>
              <FactsPanel info={info} />
            </SearchedFor>
          )}
        </WholeWindowPopup>
      }
    >
      <CommandMenu items={viewerMenu} subject={pictureIn('viewer', id, task)} />
    </ContextMenu>
  );
}

/** The gallery focuses the picture that was shown last, as soon as it is no longer inert. If nothing takes the focus, it goes back to the opener. */
function returnFocus(opener: Element | null): false {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  });
  return false;
}

/** CSS pixels that a key moves an enlarged picture. */
const panStep = 120;

/** The search that the picture was found by, in the gallery or the history. */
function useSearchBelow(): string {
  const inHistory = useView(showsHistory);
  const ofHistory = useHistory(({ shown }) => shown.query.search);
  const ofGallery = useGallery(({ view }) => view.search);
  return inHistory ? ofHistory : ofGallery;
}

/** The size is known at once for every loaded picture of the gallery, so that its thumbnail already has its final place. */
function useSizeOf(id: ImageId, info: ImageInfo | null): Size {
  const gallery = useGallery();
  const entry = entryAt(gallery, indexOfImage(gallery, id));
  if (entry?.kind === 'image') return { width: Math.max(entry.width, 1), height: Math.max(entry.height, 1) };
  const file = info?.image.state.status === 'kept' ? info.image.state.file : null;
  return { width: file?.width ?? 1024, height: file?.height ?? 1024 };
}

/** Preloads the files and facts of the neighbours. */
function usePreloaded(previous: ImageId | null, next: ImageId | null): void {
  useEffect(() => {
    const ids = [next, previous].filter((id) => id !== null);
    describe(ids);
    const images = ids.map((id) => {
      const image = new Image();
      image.src = pictureAddress(id);
      return image;
    });
    return () => {
      for (const image of images) image.src = '';
    };
  }, [previous, next]);
}
