interface FrameProps {
  /** Width by height. */
  readonly ratio: number;
}

const side = 16;
/** Longest and shortest side of the rectangle. */
const [longest, shortest] = [13, 4];

/** A rectangle in the shape of a picture. */
export function Frame({ ratio }: FrameProps) {
  const short = Math.max(shortest, longest * Math.min(ratio, 1 / ratio));
  const [width, height] = ratio >= 1 ? [longest, short] : [short, longest];
  return (
    <svg width={side} height={side} viewBox={`0 0 ${side} ${side}`} fill="none" stroke="currentColor" strokeWidth={1.4} aria-hidden data-frame={ratio.toFixed(2)}>
      <rect x={(side - width) / 2} y={(side - height) / 2} width={width} height={height} rx={1.5} />
    </svg>
  );
}
