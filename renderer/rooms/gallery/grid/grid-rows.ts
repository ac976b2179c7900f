import { createStore, type StoreApi } from 'zustand';
import type { ImageId } from '../../../../shared/task.ts';
import { useAppStore } from '../../../stores/app-store.ts';
import { wantPictures } from '../../../stores/gallery/library-view.ts';
import { blockSize } from '../../../stores/gallery/gallery-store.ts';
import { forgetLabels, groupsOf, labelOfGroup, picturesInGroup, useGroupLabels, wantLabels } from '../../../stores/gallery/groups.ts';
import { useDescriptions } from '../../../stores/pictures/descriptions.ts';
import { useLooks } from '../../../stores/pictures/thumbnail-looks.ts';
import { usePresenceStore } from '../../../stores/pictures/presence.ts';
import { isSelectedAt, useSelection } from '../../../stores/selection/selection-store.ts';
import { cellOf, endDeveloping, imageIn, isLoaded, showLoaded, showSelected, type Cell } from '../cell/cell.ts';
import { showFacts, type CellContext } from '../cell/cell-facts.ts';
import { retryIfHopeful, thumbnailFailed } from '../cell/cell-thumbnail.ts';
import { showHeader } from './group-header.ts';
import { createOnScreen } from './on-screen.ts';
import { createRowPool, type Sheet } from './row-pool.ts';
import type { CellRange } from '../layout/grid-layout.ts';
import type { Sight } from '../../../ui/scrolling/use-list-scroll.ts';

/** A place for React to render why a picture has no thumbnail. */
export interface Note {
  readonly imageId: ImageId;
  readonly container: HTMLElement;
  /** Whether Tab leads to its button. */
  readonly active: boolean;
}

export interface GridRows {
  readonly notes: StoreApi<readonly Note[]>;
  show(sheet: Sheet, context: CellContext): void;
  /** Draws now what would be drawn before the next frame. */
  flush(): void;
  cellAt(index: number): Cell | null;
  close(): void;
}

/** Draws the rows in sight without React, because they change with every frame of a scroll. Everything that changes in one turn of the event loop is drawn together. */
export function createGridRows(parent: HTMLElement, sight: StoreApi<Sight>): GridRows {
  forgetLabels();
  const pool = createRowPool(parent);
  const notes = createStore<readonly Note[]>(() => []);
  let shown: { readonly sheet: Sheet; readonly context: CellContext } | null = null;
  let pending = false;
  /** Whether facts about cells that stay may have changed. */
  let outdated = false;
  /** The focused cell has gone, and the position of the selected one is not known yet. */
  let awaitsFocus = false;

  const cellAt: GridRows['cellAt'] = (index) => pool.cells().find((cell) => cell.index === index) ?? null;
  const putInOrder = (): boolean => {
    // A click reaches only an element that stays where it is while it is pressed.
    if (parent.matches(':active')) return false;
    pool.order();
    return true;
  };
  const onScreen = createOnScreen(() => pool.cells().flatMap((cell) => imageIn(cell) ?? []), putInOrder);

  const flush = (): void => {
    if (!pending || !shown) return;
    pending = false;
    const { sheet, context } = shown;
    const selection = useSelection.getState();
    const { shift, ...inSight } = sight.getState();
    const focused = cellOf(document.activeElement);
    const key = focused?.entry.key;
    const changed = pool.show(sheet, rowsOf(sheet, inSight), shift);
    for (const cell of pool.cells()) {
      const isLead = selection.selection !== null && cell.index === selection.index;
      showSelected(cell, isSelectedAt(selection, cell.index), isLead, selection.selection ? isLead : cell.index === 0);
    }
    for (const cell of outdated ? pool.cells() : changed) {
      showFacts(cell, context);
      retryIfHopeful(cell);
    }
    outdated = false;
    drawHeaders(sheet, context);
    const isLost = focused && (focused.entry.key !== key || document.activeElement === document.body);
    if (isLost || (awaitsFocus && document.activeElement === document.body)) moveFocus();
    if (changed.length > 0) onScreen.came(changed.flatMap((cell) => imageIn(cell) ?? []));
    want(sheet, inSight);
    listNotes();
  };
  const drawHeaders = ({ gallery: { view } }: Sheet, { say, format, today }: CellContext): void => {
    const groups = groupsOf(view);
    const headers = groups ? pool.headers() : [];
    if (!groups || headers.length === 0) return;
    for (const header of headers) {
      const label = labelOfGroup(groups, header.group, say, format, today);
      const count = picturesInGroup(view, groups, header.group);
      showHeader(header, { label, count: format.number(count), name: label === '' ? '' : say('arrange.group-label', { group: label, count }), hint: `${labelOfGroup(groups, header.group, say, format, null)}\n${say('arrange.group-hint')}` });
    }
    void wantLabels(headers.map(({ group }) => group));
  };
  const draw = (): void => {
    if (pending) return;
    pending = true;
    queueMicrotask(flush);
  };
  const drawAll = (): void => {
    outdated = true;
    draw();
  };

  /** The focused cell has gone or shows another picture: the selected cell gets the focus. */
  const moveFocus = (): void => {
    const { selection, index } = useSelection.getState();
    const selected = selection && cellAt(index);
    awaitsFocus = !selected;
    if (selected) selected.element.focus({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };

  /** Cells whose thumbnails were loaded since the last frame. Shown together, because reading the scroll position between two of them would be slow. */
  const loaded = new Set<Cell>();
  const showAllLoaded = (): void => {
    // A cell may have got another picture meanwhile, which is loading or was not found.
    for (const cell of loaded) if (cell.state === 'loading' && isLoaded(cell)) showLoaded(cell);
    loaded.clear();
  };

  const listNotes = (): void => {
    const now = pool.cells().flatMap(({ note, drawn, entry }) => (note && entry.kind === 'image' ? [{ container: note, imageId: entry.imageId, active: drawn.tabStop === true && drawn.focused === true }] : []));
    const before = notes.getState();
    const isSame = now.length === before.length && now.every(({ container, imageId, active }, at) => container === before[at]?.container && imageId === before[at].imageId && active === before[at].active);
    if (!isSame) notes.setState(now, true);
  };

  const events = new AbortController();
  const { signal } = events;
  const onCell = (type: string, capture: boolean, act: (cell: Cell, target: EventTarget | null) => unknown): void =>
    parent.addEventListener(type, ({ target }) => {
      const cell = cellOf(target);
      if (cell) act(cell, target);
    }, { capture, signal });
  onCell('load', true, (cell) => {
    if (loaded.size === 0) requestAnimationFrame(showAllLoaded);
    loaded.add(cell);
  });
  onCell('error', true, (cell) => void thumbnailFailed(cell).then(drawAll));
  onCell('animationend', false, (cell, target) => target === cell.latent && endDeveloping(cell));
  const stores = [useDescriptions, useLooks, usePresenceStore, useAppStore, useGroupLabels].map((store) => store.subscribe(drawAll));
  const endings = [...stores, sight.subscribe(draw), useSelection.subscribe(draw), onScreen.close, () => events.abort(), () => wantPictures('sheet', null)];

  return {
    notes,
    show(sheet, context) {
      shown = { sheet, context };
      drawAll();
    },
    flush,
    cellAt,
    close() {
      for (const end of endings) end();
      shown = null;
      parent.replaceChildren();
    },
  };
}

/** The rows in sight, and the row of the selected cell, which keeps the focus wherever it is. In the order of the sheet. */
function rowsOf({ layout }: Sheet, { first, end }: CellRange): readonly CellRange[] {
  const { selection, index } = useSelection.getState();
  const rows: CellRange[] = [];
  // There may be fewer cells than when the scroll position was read.
  for (let at = first; at < Math.min(end, layout.count); at = rows.at(-1)?.end ?? end) rows.push(layout.rowOf(at));
  if (!selection || index < 0 || index >= layout.count || rows.some((row) => index >= row.first && index < row.end)) return rows;
  const selected = layout.rowOf(index);
  return selected.first < first ? [selected, ...rows] : [...rows, selected];
}

/** Requests what is in sight, and as much again on both sides. */
function want({ gallery }: Sheet, { first, end }: CellRange): void {
  const ahead = end - first;
  // Justified rows are broken block by block from the origin on, so they need whole blocks.
  const spare = gallery.origin % blockSize === 0 ? 0 : blockSize;
  wantPictures('sheet', [Math.max(first - Math.max(ahead, spare), 0), end + Math.max(ahead, spare)]);
}
