import type { BigIntStats } from 'node:fs';

/** Tells a file from another one in its place, and from itself once it was written again. */
export const fileIdOf = ({ dev, ino, size, mtimeNs }: BigIntStats): string => [dev, ino, size, mtimeNs].join(' ');
