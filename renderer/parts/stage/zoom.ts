/** Geometry of a stage. All lengths are CSS pixels; a scale is CSS pixels per pixel of the picture. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Relative to the middle of the stage. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the picture stands: its scale, and its middle. */
export interface Placement extends Point {
  readonly scale: number;
}

/** A placement that applies to other pictures too, because its position is a fraction of the picture's size. */
export interface Kept {
  readonly scale: number;
  readonly across: number;
  readonly down: number;
}

/** What bounds every placement: the picture, the stage, and the scale that shows one picture pixel on one screen pixel. */
export interface Frame {
  readonly picture: Size;
  readonly stage: Size;
  readonly actual: number;
  /** The scale from which zoom steps and the largest zoom are counted. By default, `actual`. */
  readonly base?: number;
  /** Margin around a fitted picture. */
  readonly margin?: number;
}

const wideMargin = 24;
const largest = 16;

/** The scale at which the whole picture fills the stage, even if that enlarges it. */
export function fitScale({ picture, stage, margin = wideMargin }: Omit<Frame, 'actual'>): number {
  const across = Math.max(stage.width - 2 * margin, 1) / picture.width;
  const down = Math.max(stage.height - 2 * margin, 1) / picture.height;
  return Math.min(across, down);
}

/** A picture that is smaller than the stage can be reduced to its actual size. */
function leastScale(frame: Frame): number {
  return Math.min(fitScale(frame), frame.actual);
}

/** A tiny picture may fill the stage at a larger scale than any other zoom reaches. */
function mostScale(frame: Frame): number {
  return Math.max(fitScale(frame), baseOf(frame) * largest);
}

const baseOf = ({ base, actual }: Frame): number => base ?? actual;

export function fitted(frame: Frame): Placement {
  return { scale: fitScale(frame), x: 0, y: 0 };
}

/** Keeps a placement within its bounds. A large picture always covers the stage, and a small one is centred. */
export function bounded(frame: Frame, { scale, x, y }: Placement): Placement {
  const inBounds = clamp(scale, leastScale(frame), mostScale(frame));
  const slackX = Math.max(0, (frame.picture.width * inBounds - frame.stage.width) / 2);
  const slackY = Math.max(0, (frame.picture.height * inBounds - frame.stage.height) / 2);
  return { scale: inBounds, x: clamp(x, -slackX, slackX), y: clamp(y, -slackY, slackY) };
}

/** Changes the scale, and keeps the point under `about` in place. */
export function zoomed(frame: Frame, from: Placement, scale: number, about: Point): Placement {
  const target = clamp(scale, leastScale(frame), mostScale(frame));
  const ratio = target / from.scale;
  return bounded(frame, { scale: target, x: about.x - (about.x - from.x) * ratio, y: about.y - (about.y - from.y) * ratio });
}

export function keptFrom({ picture }: Frame, { scale, x, y }: Placement): Kept {
  return { scale, across: x / (picture.width * scale), down: y / (picture.height * scale) };
}

/** The same scale and the same part of this picture, within its bounds. */
export function placed(frame: Frame, { scale, across, down }: Kept): Placement {
  return bounded(frame, { scale, x: across * frame.picture.width * scale, y: down * frame.picture.height * scale });
}

/** The visible part of a picture. Its scale is relative to the fitting scale, so that it means the same part of a picture of another size. */
export function partFrom(frame: Frame, placement: Placement): Kept {
  return { ...keptFrom(frame, placement), scale: placement.scale / fitScale(frame) };
}

/** The placement that shows this part of a picture, kept within its bounds. */
export function partPlaced(frame: Frame, part: Kept): Placement {
  return placed(frame, { ...part, scale: part.scale * fitScale(frame) });
}

export function isFitted(frame: Frame, { scale }: Placement): boolean {
  return Math.abs(scale / fitScale(frame) - 1) <= 0.001;
}

export function isLeast(frame: Frame, { scale }: Placement): boolean {
  return scale <= leastScale(frame) * 1.001;
}

export function panned(frame: Frame, from: Placement, by: Point): Placement {
  return bounded(frame, { scale: from.scale, x: from.x + by.x, y: from.y + by.y });
}

/** The next scale for + and −: powers of the square root of 2, the one that fits, and the actual size. */
export function steppedScale(frame: Frame, scale: number, direction: 1 | -1): number {
  const [least, most] = [leastScale(frame), mostScale(frame)];
  const stops = [fitScale(frame), frame.actual, ...Array.from({ length: 25 }, (_, at) => baseOf(frame) * 2 ** ((at - 16) / 2))]
    .filter((stop) => stop >= least && stop <= most)
    .sort((a, b) => a - b);
  const near = 1.02;
  const next = direction === 1 ? stops.find((stop) => stop > scale * near) : stops.findLast((stop) => stop < scale / near);
  return next ?? (direction === 1 ? most : least);
}

/** The factor by which a movement of the wheel zooms, or a pinch, which arrives as a wheel with Control. */
export function wheelFactor(event: { readonly deltaY: number; readonly deltaMode: number; readonly ctrlKey: boolean }): number {
  const perLine = 32;
  const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * perLine;
  return Math.exp(-clamp(pixels, -160, 160) * (event.ctrlKey ? 0.01 : 0.0025));
}

/** Whether dragging can move the picture. */
export function canPan({ picture, stage }: Frame, { scale }: Placement): boolean {
  return picture.width * scale > stage.width + 1 || picture.height * scale > stage.height + 1;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
