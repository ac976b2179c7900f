import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type DOMAttributes, type PointerEvent, type RefObject } from 'react';
import { useBox } from '../../ui/use-box.ts';
import type { Frame, Kept, Placement, Point, Size } from './zoom.ts';
import { canPan, fitScale, fitted, isFitted, isLeast, keptFrom, panned, partFrom, partPlaced, placed, steppedScale, wheelFactor, zoomed } from './zoom.ts';

/** The placement of a picture on its stage, and the functions that change it. */
export interface Stage {
  readonly placement: Placement;
  /** The whole picture is visible, and follows the size of the window. */
  readonly fits: boolean;
  /** It cannot be made smaller. */
  readonly isLeast: boolean;
  readonly canPan: boolean;
  readonly dragging: boolean;
  /** The latest change came from a key or a button, and is animated. */
  readonly gliding: boolean;
  readonly frame: Frame;
  /** Listeners of the stage that drag and pinch. */
  readonly pointer: DOMAttributes<HTMLElement>;
  fit(): void;
  /** Switches between the whole picture and its actual size. */
  toggle(about?: Point): void;
  step(direction: 1 | -1): void;
  pan(by: Point): void;
}

/** The placement that a person chose. */
export interface Chosen {
  /** Null: fits. */
  readonly kept: Kept | null;
  readonly gliding: boolean;
}

/** The style of a picture on its stage, with the class `centred`. */
export const placedOn = ({ frame: { picture }, placement: { x, y, scale } }: Stage): CSSProperties => ({
  width: picture.width,
  height: picture.height,
  transform: `translate(${Math.round(x)}px, ${Math.round(y)}px) scale(${scale}) translate(-50%, -50%)`,
});

export const wholePicture: Chosen = { kept: null, gliding: false };
const middle: Point = { x: 0, y: 0 };

/** The viewer's zoom. `keeps`: the next picture is shown at the same scale and position, instead of whole. */
export function useStage(element: RefObject<HTMLElement | null>, picture: Size, pictureKey: unknown, keeps: boolean): Stage {
  const [chosen, setChosen] = useState(wholePicture);
  const [shownKey, setShownKey] = useState(pictureKey);
  if (shownKey !== pictureKey) {
    setShownKey(pictureKey);
    setChosen(keeps ? { ...chosen, gliding: false } : wholePicture);
  }
  const stage = useBox(element, { width: window.innerWidth, height: window.innerHeight });
  return useStageOn(element, { picture, stage, actual: 1 / window.devicePixelRatio }, chosen, setChosen, { from: keptFrom, placed });
}

/** A small margin, because several stages share the window. */
const linkedMargin = 4;

/**
 * One of several stages that show the same part of their pictures. Each picture is fitted to its stage, so that different sizes do not matter. All are
 * reduced together, but none below its actual size.
 */
export function useLinkedStage(element: RefObject<HTMLElement | null>, picture: Size, chosen: Chosen, choose: SetChosen): Stage {
  const stage = useBox(element, { width: window.innerWidth, height: window.innerHeight });
  const whole = { picture, stage, margin: linkedMargin };
  const actual = 1 / window.devicePixelRatio;
  // A small picture can be enlarged as far as its neighbours.
  const frame: Frame = { ...whole, actual, base: Math.max(actual, fitScale(whole)) };
  return useStageOn(element, frame, chosen, choose, { from: partFrom, placed: partPlaced });
}

type SetChosen = (next: (before: Chosen) => Chosen) => void;

/** How a placement is stored and restored. */
interface Keeping {
  readonly from: (frame: Frame, placement: Placement) => Kept;
  readonly placed: (frame: Frame, kept: Kept) => Placement;
}

/** Binds the wheel to `element`. */
function useStageOn(element: RefObject<HTMLElement | null>, frame: Frame, chosen: Chosen, setChosen: SetChosen, keeping: Keeping): Stage {
  const placementOf = ({ kept }: Chosen): Placement => (kept ? keeping.placed(frame, kept) : fitted(frame));
  const change: Change = (next, gliding = false) => {
    setChosen((before) => {
      const to = next(placementOf(before));
      // A picture that ends at the fitting scale follows the window from then on.
      return { kept: isFitted(frame, to) ? null : keeping.from(frame, to), gliding };
    });
  };
  const zoomByWheel = useEffectEvent((stage: HTMLElement, event: WheelEvent) => {
    // Prevents the zoom of the page. React's own listener is passive and cannot.
    event.preventDefault();
    const about = pointOn(stage, event);
    change((from) => zoomed(frame, from, from.scale * wheelFactor(event), about));
  });
  useEffect(() => {
    const stage = element.current;
    if (!stage) return;
    const listen = (event: WheelEvent): void => zoomByWheel(stage, event);
    stage.addEventListener('wheel', listen, { passive: false });
    return () => stage.removeEventListener('wheel', listen);
  }, [element]);

  const placement = placementOf(chosen);
  const pannable = canPan(frame, placement);
  return {
    placement,
    fits: isFitted(frame, placement),
    isLeast: isLeast(frame, placement),
    canPan: pannable,
    ...useDrag(frame, change, pannable),
    gliding: chosen.gliding,
    frame,
    fit: () => change(() => fitted(frame), true),
    toggle: (about = middle) => change((from) => (isFitted(frame, from) ? zoomed(frame, from, frame.actual, about) : fitted(frame)), true),
    step: (direction) => change((from) => zoomed(frame, from, steppedScale(frame, from.scale, direction), middle), true),
    pan: (by) => change((from) => panned(frame, from, by), true),
  };
}

type Change = (next: (from: Placement) => Placement, gliding?: boolean) => void;

/** The position of an event, relative to the middle of the stage. */
export function pointOn(element: HTMLElement, event: { readonly clientX: number; readonly clientY: number }): Point {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
}

/** `pannable`: the mouse moves the picture instead of dragging it out of the window. Fingers always pinch. */
function useDrag(frame: Frame, change: Change, pannable: boolean): Pick<Stage, 'dragging' | 'pointer'> {
  const [dragging, setDragging] = useState(false);
  const fingers = useRef(new Map<number, Point>());
  const press = (event: PointerEvent<HTMLElement>): void => {
    if (event.pointerType === 'mouse' && !pannable) return;
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, pointOn(event.currentTarget, event));
    setDragging(true);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const from = fingers.current.get(event.pointerId);
    if (!from) return;
    const to = pointOn(event.currentTarget, event);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, to);
    const by = { x: to.x - from.x, y: to.y - from.y };
    if (!other) return change((placement) => panned(frame, placement, by));
    const spread = distance(to, other) / Math.max(distance(from, other), 1);
    change((placement) => panned(frame, zoomed(frame, placement, placement.scale * spread, other), { x: by.x / 2, y: by.y / 2 }));
  };
  const release = (event: PointerEvent<HTMLElement>): void => {
    fingers.current.delete(event.pointerId);
    setDragging(fingers.current.size > 0);
  };
  return { dragging, pointer: { onPointerDown: press, onPointerMove: move, onPointerUp: release, onPointerCancel: release } };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
