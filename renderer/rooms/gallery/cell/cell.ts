import type { ImageId } from '../../../../shared/task.ts';
import { thumbnailAddress } from '../../../../shared/windows/picture-addresses.ts';
import { stillLatent } from '../../../parts/latent/latent-canvas.tsx';
import { developed, developingFrom } from '../../../stores/gallery/new-pictures.ts';
import type { Entry } from '../../../stores/gallery/gallery-store.ts';
import type { Presence } from '../../../stores/pictures/presence.ts';
import { openViewer } from '../../../stores/windows/view-store.ts';
import { fit, cellPadding } from '../layout/grid-geometry.ts';
import type { Place } from '../layout/grid-layout.ts';
import styles from './cell.module.css';

/** A cell of the sheet: elements that are made once and show one picture after another. */
export interface Cell {
  readonly element: HTMLElement;
  readonly picture: HTMLElement;
  readonly image: HTMLImageElement;
  entry: Entry;
  index: number;
  state: ThumbnailState;
  /** How often the thumbnail was requested again. */
  tries: number;
  /** What was known when the thumbnail was found broken. */
  hope: string;
  /** What the elements show now, so that only differences are written. */
  readonly drawn: Partial<Drawn>;
  signs: HTMLElement | null;
  badge: HTMLElement | null;
  /** If the picture is the top of a stack, the number of pictures in the stack. */
  stack: HTMLElement | null;
  /** The latent image from which a new picture develops. */
  latent: HTMLElement | null;
  /** Where React renders why there is no thumbnail. */
  note: HTMLElement | null;
}

type ThumbnailState = 'loading' | 'shown' | 'broken';

interface Drawn {
  x: number;
  width: number;
  height: number;
  column: number;
  pictureWidth: number;
  pictureHeight: number;
  selected: boolean;
  focused: boolean;
  tabStop: boolean;
  label: string;
  description: string | null;
  marks: number;
  rejected: boolean;
  presence: Presence;
  stack: string;
  busy: boolean;
  imageHidden: boolean;
  colour: number;
}

const blank: Entry = { kind: 'blank', key: '' };

export const cellId = (entry: Entry): string => `cell-${entry.key}`;

const cells = new WeakMap<Element, Cell>();

/** The cell that an event happened in. */
export function cellOf(target: EventTarget | null): Cell | null {
  const inside = target instanceof Element ? target.closest('[role="gridcell"]') : null;
  return (inside && cells.get(inside)) ?? null;
}

export const imageIn = ({ entry }: Cell): ImageId | null => (entry.kind === 'image' ? entry.imageId : null);

function element(className: string | undefined): HTMLElement {
  const made = document.createElement('div');
  made.className = className ?? '';
  return made;
}

export function createCell(): Cell {
  const cell = element(styles['cell']);
  cell.role = 'gridcell';
  cell.draggable = true;
  const picture = element(styles['picture']);
  const image = document.createElement('img');
  image.alt = '';
  image.draggable = false;
  image.decoding = 'async';
  image.className = styles['image'] ?? '';
  picture.append(image);
  cell.append(picture);
  const made: Cell = { element: cell, picture, image, entry: blank, index: -1, state: 'loading', tries: 0, hope: '', drawn: {}, signs: null, badge: null, stack: null, latent: null, note: null };
  cells.set(cell, made);
  return made;
}

/** Shows an entry in a cell, at its place in the row. */
export function showEntry(cell: Cell, entry: Entry, index: number, place: Place): void {
  const isOther = entry.key !== cell.entry.key;
  cell.index = index;
  cell.entry = entry;
  putAt(cell, place);
  if (isOther) showOther(cell);
}

function putAt({ element: cell, picture, entry, drawn }: Cell, { x, width, height, column }: Place): void {
  if (differs(drawn, 'x', x)) cell.style.insetInlineStart = `${x}px`;
  if (differs(drawn, 'width', width)) cell.style.width = `${width}px`;
  if (differs(drawn, 'height', height)) cell.style.height = `${height}px`;
  if (differs(drawn, 'column', column)) cell.ariaColIndex = String(column + 1);
  const box = { width: width - 2 * cellPadding, height: height - 2 * cellPadding };
  const size = entry.kind === 'image' ? fit(entry.width, entry.height, box) : box;
  if (differs(drawn, 'pictureWidth', size.width)) picture.style.width = `${size.width}px`;
  if (differs(drawn, 'pictureHeight', size.height)) picture.style.height = `${size.height}px`;
}

/** Notes what is about to be written, and whether it must be. */
function differs<Key extends keyof Drawn>(drawn: Partial<Drawn>, key: Key, value: Drawn[Key]): boolean {
  if (drawn[key] === value) return false;
  drawn[key] = value;
  return true;
}

function showOther(cell: Cell): void {
  const { entry, picture, image } = cell;
  cell.element.id = cellId(entry);
  cell.tries = 0;
  removeLatent(cell);
  removeNote(cell);
  setState(cell, 'loading');
  if (differs(cell.drawn, 'busy', entry.kind === 'blank')) cell.element.ariaBusy = entry.kind === 'blank' ? 'true' : null;
  if (entry.kind === 'blank') {
    picture.removeAttribute('data-image-id');
    return hideImage(cell, true);
  }
  picture.dataset['imageId'] = String(entry.imageId);
  image.src = thumbnailAddress(entry.imageId);
  hideImage(cell, !image.complete);
  const seed = developingFrom(entry.imageId);
  if (seed !== null) develop(cell, seed);
}

/** Covers the picture with the latent image of its task, until it is decoded. */
function develop(cell: Cell, seed: string): void {
  cell.latent = element(styles['latent']);
  cell.latent.append(stillLatent(seed));
  cell.image.className = styles['developing'] ?? '';
  cell.picture.append(cell.latent);
  drawState(cell);
}

/** The latent image has faded out. */
export function endDeveloping(cell: Cell): void {
  const id = imageIn(cell);
  if (id !== null) developed(id);
  removeLatent(cell);
}

function removeLatent(cell: Cell): void {
  if (!cell.latent) return;
  cell.latent.remove();
  cell.latent = null;
  cell.image.className = styles['image'] ?? '';
}

function setState(cell: Cell, state: ThumbnailState): void {
  cell.state = state;
  attachBadge(cell);
  drawState(cell);
}

/** The reason why there is no thumbnail says what the badge says. */
function attachBadge({ badge, picture, state }: Cell): void {
  if (state === 'broken') badge?.remove();
  else if (badge) picture.append(badge);
}

/** The style of what lies over the picture depends on this attribute. Most pictures have nothing over them, and writing it for all costs as much as the rest. */
function drawState({ state, picture, latent, badge }: Cell): void {
  if (latent || badge || state === 'broken') picture.dataset['state'] = state;
  else if (picture.hasAttribute('data-state')) picture.removeAttribute('data-state');
}

/** Whether the image of the cell is there. The cell shows it with the next frame. */
export const isLoaded = ({ image }: Cell): boolean => image.complete && image.naturalWidth > 0;

export function showLoaded(cell: Cell): void {
  setState(cell, 'shown');
  hideImage(cell, false);
}

/** An image would show the former picture until the next one is loaded. Until then, its place has the picture's colour. */
function hideImage({ image, picture, entry, drawn }: Cell, hidden: boolean): void {
  if (differs(drawn, 'imageHidden', hidden)) image.style.visibility = hidden ? 'hidden' : '';
  const colour = hidden && entry.kind === 'image' ? entry.colour : -1;
  if (differs(drawn, 'colour', colour)) picture.style.background = colour < 0 ? '' : `#${colour.toString(16).padStart(6, '0')}`;
}

/** Requests the thumbnail again. */
export function loadAgain(cell: Cell): void {
  const { image } = cell;
  const { src } = image;
  removeNote(cell);
  setState(cell, 'loading');
  image.removeAttribute('src');
  image.src = src;
}

/** Makes room for the reason why there is no thumbnail. */
export function showBroken(cell: Cell): void {
  setState(cell, 'broken');
  hideImage(cell, true);
  cell.note ??= element(styles['note']);
  cell.picture.append(cell.note);
}

function removeNote(cell: Cell): void {
  cell.note?.remove();
  cell.note = null;
}

/** Shows whether the file is missing although its thumbnail is here. */
export function showPresence(cell: Cell, presence: Presence, badge: () => HTMLElement | null): void {
  if (!differs(cell.drawn, 'presence', presence)) return;
  cell.picture.toggleAttribute('data-absent', presence !== 'here');
  cell.badge?.remove();
  cell.badge = presence === 'here' ? null : badge();
  attachBadge(cell);
  drawState(cell);
}

/** Shows the number of pictures on the top of a stack, and marks the pictures of an open stack. */
export function showStack(cell: Cell, badge: () => HTMLElement | null): void {
  const stack = cell.entry.kind === 'image' ? cell.entry.stack : null;
  if (!differs(cell.drawn, 'stack', stack ? `${stack.count} ${stack.isOpen}` : '')) return;
  cell.stack?.remove();
  cell.stack = stack && stack.count > 0 ? badge() : null;
  if (cell.stack) cell.picture.append(cell.stack);
  cell.element.toggleAttribute('data-in-open-stack', stack?.isOpen === true);
  cell.element.ariaExpanded = stack && stack.count > 0 ? String(stack.isOpen) : null;
}

/** @param rejected whether the picture is dimmed */
export function showSigns(cell: Cell, marks: number, rejected: boolean, signs: () => HTMLElement | null): void {
  if (!differs(cell.drawn, 'marks', marks)) return;
  if (differs(cell.drawn, 'rejected', rejected)) cell.picture.toggleAttribute('data-rejected', rejected);
  cell.signs?.remove();
  cell.signs = signs();
  if (cell.signs) cell.picture.append(cell.signs);
}

/**
 * @param focused whether keys and the inspector act on it
 * @param tabStop whether Tab leads to it
 */
export function showSelected({ element: cell, drawn }: Cell, selected: boolean, focused: boolean, tabStop: boolean): void {
  if (differs(drawn, 'selected', selected)) cell.ariaSelected = String(selected);
  if (differs(drawn, 'focused', focused)) cell.toggleAttribute('data-focused', focused);
  if (differs(drawn, 'tabStop', tabStop)) cell.tabIndex = tabStop ? 0 : -1;
}

export function showLabel({ element: cell, drawn }: Cell, label: string, description: string | null): void {
  if (differs(drawn, 'label', label)) cell.ariaLabel = label;
  if (differs(drawn, 'description', description)) cell.ariaDescription = description;
}

/** Shows a picture in the viewer. */
export function openEntry(entry: Entry): void {
  if (entry.kind === 'image') openViewer(entry.imageId);
}
