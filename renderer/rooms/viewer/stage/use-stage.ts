import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useBox } from '../../../ui/use-box.ts';
import type { Frame, Kept, Placement, Point, Size } from './zoom.ts';
import { canPan, fitted, isFitted, keptFrom, panned, placed, steppedScale, wheelFactor, zoomed } from './zoom.ts';

/** The viewer's zoom: where the picture stands on its stage, and what moves it. */
export interface Stage {
  readonly placement: Placement;
  /** The whole picture is visible, and follows the size of the window. */
  readonly fits: boolean;
  readonly canPan: boolean;
  readonly dragging: boolean;
  /** The latest change came from a key or a button, and is animated. */
  readonly gliding: boolean;
  readonly frame: Frame;
  fit(): void;
  /** Switches between the whole picture and its actual size. */
  toggle(about?: Point): void;
  step(direction: 1 | -1): void;
  pan(by: Point): void;
}

interface Chosen {
  /** Null: fits. */
  readonly kept: Kept | null;
  readonly gliding: boolean;
}

const fits: Chosen = { kept: null, gliding: false };
const middle: Point = { x: 0, y: 0 };

/** Binds wheel, pinch and drag to `element`. `keeps`: the next picture is shown at the same scale and place, instead of whole. */
export function useStage(element: RefObject<HTMLElement | null>, picture: Size, pictureKey: unknown, keeps: boolean): Stage {
  const size = useBox(element, { width: window.innerWidth, height: window.innerHeight });
  const frame: Frame = { picture, stage: size, actual: 1 / window.devicePixelRatio };
  const [chosen, setChosen] = useState<Chosen>(fits);
  const [shownKey, setShownKey] = useState(pictureKey);
  if (shownKey !== pictureKey) {
    setShownKey(pictureKey);
    setChosen(keeps ? { ...chosen, gliding: false } : fits);
  }
  const placement = chosen.kept ? placed(frame, chosen.kept) : fitted(frame);

  const latest = useRef({ frame, placement });
  useLayoutEffect(() => {
    latest.current = { frame, placement };
  });

  const change = useCallback((next: (frame: Frame, from: Placement) => Placement, gliding = false) => {
    const { frame: now, placement: from } = latest.current;
    const to = next(now, from);
    // A picture that ends at the fitting scale follows the window from then on.
    setChosen({ kept: isFitted(now, to) ? null : keptFrom(now, to), gliding });
    latest.current = { frame: now, placement: to };
  }, []);

  useWheel(element, change);
  const pannable = canPan(frame, placement);
  const dragging = useDrag(element, change, pannable);

  return {
    placement,
    fits: isFitted(frame, placement),
    canPan: pannable,
    dragging,
    gliding: chosen.gliding,
    frame,
    fit: () => change(fitted, true),
    toggle: (about = middle) => change((now, from) => (isFitted(now, from) ? zoomed(now, from, now.actual, about) : fitted(now)), true),
    step: (direction) => change((now, from) => zoomed(now, from, steppedScale(now, from.scale, direction), middle), true),
    pan: (by) => change((now, from) => panned(now, from, by), true),
  };
}

type Change = (next: (frame: Frame, from: Placement) => Placement) => void;

/** The position of an event, relative to the middle of the stage. */
export function pointOn(element: HTMLElement, event: { readonly clientX: number; readonly clientY: number }): Point {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
}

function useWheel(element: RefObject<HTMLElement | null>, change: Change): void {
  useEffect(() => {
    const stage = element.current;
    if (!stage) return;
    const turn = (event: WheelEvent): void => {
      // Prevents the zoom of the page. React's own listener is passive and cannot.
      event.preventDefault();
      const about = pointOn(stage, event);
      change((frame, from) => zoomed(frame, from, from.scale * wheelFactor(event), about));
    };
    stage.addEventListener('wheel', turn, { passive: false });
    return () => stage.removeEventListener('wheel', turn);
  }, [element, change]);
}

/** `pannable`: the mouse moves the picture instead of dragging it out of the window. Fingers always pinch. */
function useDrag(element: RefObject<HTMLElement | null>, change: Change, pannable: boolean): boolean {
  const [dragging, setDragging] = useState(false);
  const mousePans = useRef(pannable);
  useLayoutEffect(() => {
    mousePans.current = pannable;
  });
  useEffect(() => {
    const stage = element.current;
    if (!stage) return;
    const fingers = new Map<number, Point>();
    const press = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse' && !mousePans.current) return;
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
      stage.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, pointOn(stage, event));
      setDragging(true);
    };
    const move = (event: PointerEvent): void => {
      const from = fingers.get(event.pointerId);
      if (!from) return;
      const to = pointOn(stage, event);
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, to);
      const by = { x: to.x - from.x, y: to.y - from.y };
      if (!other) return change((frame, placement) => panned(frame, placement, by));
      const spread = distance(to, other) / Math.max(distance(from, other), 1);
      change((frame, placement) => panned(frame, zoomed(frame, placement, placement.scale * spread, other), { x: by.x / 2, y: by.y / 2 }));
    };
    const release = (event: PointerEvent): void => {
      fingers.delete(event.pointerId);
      setDragging(fingers.size > 0);
    };
    const listening = new AbortController();
    const { signal } = listening;
    stage.addEventListener('pointerdown', press, { signal });
    stage.addEventListener('pointermove', move, { signal });
    stage.addEventListener('pointerup', release, { signal });
    stage.addEventListener('pointercancel', release, { signal });
    return () => listening.abort();
  }, [element, change]);
  return dragging;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
