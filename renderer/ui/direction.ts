/**
 * The direction of reading, which is that of the whole page: `<html dir="rtl">`. What code places or points at is measured along the line, from the
 * edge where lines begin.
 */
export const isRightToLeft = (): boolean => document.dir === 'rtl';

/** Pixels along the line, as pixels to the right. And back again. */
export const toRight = (along: number): number => (isRightToLeft() ? -along : along);

/** How far a point of the window is from the edge of an element where lines begin, in CSS pixels. */
export const fromStart = (clientX: number, { left, right }: Pick<DOMRect, 'left' | 'right'>): number => (isRightToLeft() ? right - clientX : clientX - left);

const opposite: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** The key that does in text from left to right what this key does here. And back again. */
export const keyAlongLine = (key: string): string => (isRightToLeft() ? (opposite[key] ?? key) : key);
