import styles from './colour-placeholder.module.css';

interface ColourPlaceholderProps {
  /** As shared/thumbnail.ts has them. */
  readonly colours: Uint8Array;
}

const names = ['--top-left', '--top-right', '--bottom-left', '--bottom-right', '--middle'] as const;

/**
 * The picture's own colours until its thumbnail is there: gradients from the corners over the middle's colour. One element
 * without a canvas, which Chromium paints with the rest of the page.
 */
export function ColourPlaceholder({ colours }: ColourPlaceholderProps) {
  const properties: Record<string, string> = {};
  names.forEach((name, at) => {
    properties[name] = `rgb(${colours.subarray(1 + at * 3, 4 + at * 3).join(' ')})`;
  });
  return <div className={styles.colours} style={properties} />;
}

export const hasColours = (colours: Uint8Array): boolean => colours[0] === 1;
