import { useEffect, useMemo, useRef } from 'react';
import styles from './latent-canvas.module.css';
import { latentField, paintLatent } from './latent-image.ts';

interface LatentCanvasProps {
  readonly seed: string;
  /** 0 to 1. */
  readonly developed: number;
  /** Whether the grain moves, because something is in progress. */
  readonly alive: boolean;
  /** Pixels of each side. */
  readonly side: number;
}

const framesPerSecond = 10;
const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Milliseconds after a scroll event in which nothing is painted, so that the frames of a scroll stay short. */
const rest = 150;
let scrolledAt = -Infinity;
document.addEventListener('scroll', () => (scrolledAt = performance.now()), { capture: true, passive: true });

const alivePainters = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all canvases, so that they share a frame. Returns a function that ends it. */
function repaintRegularly(paint: () => void): () => void {
  alivePainters.add(paint);
  timer ??= setInterval(() => {
    if (!document.hidden && performance.now() - scrolledAt > rest) for (const each of alivePainters) each();
  }, 1000 / framesPerSecond);
  return () => {
    alivePainters.delete(paint);
    if (alivePainters.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The latent image of a task. Approaches `developed` smoothly, or without motion if the person prefers that. */
export function LatentCanvas({ seed, developed, alive, side }: LatentCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useRef(developed);
  const target = useRef(developed);
  const field = useMemo(() => latentField(seed, side), [seed, side]);

  useEffect(() => {
    target.current = developed;
  }, [developed]);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(side, side);
    const paint = (frame: number): void => {
      shown.current += (target.current - shown.current) * 0.12;
      paintLatent(field, shown.current, frame, image.data);
      context.putImageData(image, 0, 0);
    };
    let frame = 0;
    paint(frame);
    if (!alive) return;
    return repaintRegularly(() => {
      if (!stillness.matches) frame += 1;
      paint(frame);
    });
  }, [field, alive, side]);

  return <canvas ref={canvas} className={styles.canvas} width={side} height={side} aria-hidden />;
}

/** Pixels of each side of a still image. */
const stillSide = 64;

/** The latent image of a task as it is just before its picture appears. It does not move. */
export function stillLatent(seed: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = stillSide;
  canvas.height = stillSide;
  canvas.className = styles['canvas'] ?? '';
  canvas.ariaHidden = 'true';
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const image = context.createImageData(stillSide, stillSide);
  paintLatent(latentField(seed, stillSide), 0.95, 0, image.data);
  context.putImageData(image, 0, 0);
  return canvas;
}
