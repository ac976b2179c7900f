import type { Metric } from '../harness/figures.ts';
import { choose } from './choose.ts';
import { chooseInWindow } from './choose-window.ts';
import { commit } from './commit.ts';
import { download } from './download.ts';
import { exporting } from './export.ts';
import { galleryOpen } from './gallery-open.ts';
import { importing } from './import.ts';
import { latency } from './latency.ts';
import { many } from './many.ts';
import { memory } from './memory.ts';
import { mixed } from './mixed.ts';
import { neighbours } from './neighbours.ts';
import { poll } from './poll.ts';
import { relayout } from './relayout.ts';
import { scroll } from './scroll.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { thumbnails } from './thumbnails.ts';

/** In the order of docs/performance.md. */
export const metrics: Readonly<Record<string, Metric>> = {
  start,
  memory,
  'gallery-open': galleryOpen,
  scroll,
  relayout,
  search,
  choose,
  'choose-window': chooseInWindow,
  download,
  thumbnails,
  poll,
  latency,
  commit,
  many,
  export: exporting,
  import: importing,
  neighbours,
  mixed,
};
