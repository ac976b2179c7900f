import { Dialog } from '@base-ui/react/dialog';
import type { BaseUIEvent } from '@base-ui/react/types';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ImageInfo } from '../../../shared/ipc/api.ts';
import type { ImageId } from '../../../shared/task.ts';
import { pictureAddress } from '../../bridge.ts';
import { CommandMenu } from '../../commands/command-menu.tsx';
import { pictureIn } from '../../commands/command.ts';
import { viewerMenu } from '../../commands/menus.ts';
import { keysOf } from '../../commands/registry.ts';
import { useCommands, useSubject } from '../../commands/use-commands.ts';
import { entryAt, indexOfImage, useGallery } from '../../stores/gallery/gallery-store.ts';
import { describe, useDescription } from '../../stores/pictures/descriptions.ts';
import { closeViewer, useView } from '../../stores/windows/view-store.ts';
import { toggleFullScreen, useWindows } from '../../stores/windows/windows-store.ts';
import { useWords } from '../../words/words.ts';
import { classes } from '../../ui/classes.ts';
import { ContextMenu } from '../../ui/menu.tsx';
import { useTaskDetail } from '../../parts/facts/use-task-detail.ts';
import { mark } from '../../parts/marks/mark-actions.ts';
import { onePicture } from '../../stores/selection/mark-target.ts';
import { useSheetScope } from '../../stores/gallery/sheet-scope.ts';
import { useHistory } from '../../stores/history/history-store.ts';
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
  // Read while rendering, because the room below loses its focus once it is inert.
  const [opener] = useState(() => document.activeElement);
  const id = useView((view) => view.viewer);
  if (id === null) return null;
  return (
    // The command `close` closes the viewer, so Base UI must not.
    <Dialog.Root open modal="trap-focus" disablePointerDismissal onOpenChange={(_open, details) => (details.cancel(), details.allowPropagation())}>
      <Dialog.Portal>
        <OpenViewer id={id} opener={opener} />
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface OpenViewerProps {
  readonly id: ImageId;
  /** What had the focus before. */
  readonly opener: Element | null;
}

/** A component of its own, because the stage must be in the document when its hooks run. */
function OpenViewer({ id, opener }: OpenViewerProps) {
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
    'zoom-picture-in': () => stage.step(1),
    'zoom-picture-out': () => stage.step(-1),
    fit: stage.fit,
    'actual-size': () => stage.toggle(),
    pan: ({ key }) => stage.pan(panBy[key] ?? { x: 0, y: 0 }),
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
        <Dialog.Popup
          ref={dialog}
          className={classes(styles.viewer, slides ? styles.slides : factsOpen && styles.withFacts)}
          // Pictures are shown on a dark background in every theme.
          data-theme="dark"
          aria-modal
          aria-label={say('viewer.name')}
          data-shortcuts
          initialFocus={dialog}
          finalFocus={() => returnFocus(opener)}
          onKeyDown={leaveToShortcuts}
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
            keys={edgeKeys}
          />
          <CullBar id={id} />
          {!slides && <Filmstrip sequence={sequence} current={id} siblings={siblings} stage={stage.frame.stage} />}
          {factsOpen && !slides && info && (
            <SearchedFor search={search}>
              <FactsPanel info={info} />
            </SearchedFor>
          )}
        </Dialog.Popup>
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

/** Without this, Base UI would handle the arrow keys in the dialog. */
const leaveToShortcuts = (event: BaseUIEvent<KeyboardEvent>): void => event.preventBaseUIHandler();

const edgeKeys = { previous: keysOf('previous', 'viewer'), next: keysOf('next', 'viewer') };

const panStep = 120;
const panBy: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: panStep, y: 0 },
  ArrowRight: { x: -panStep, y: 0 },
  ArrowUp: { x: 0, y: panStep },
  ArrowDown: { x: 0, y: -panStep },
};

/** The search in the room that the picture was opened from. */
function useSearchBelow(): string {
  const inHistory = useView(({ route }) => route === 'history');
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
