import type { AppError } from '../../../shared/errors.ts';
import type { Input } from '../../../shared/ipc/schemas.ts';
import type { Range, ViewRevision } from '../../../shared/library/view.ts';
import type { Result } from '../../../shared/result.ts';
import type { ImageId, TaskId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { isScrolling } from '../../ui/scrolling/use-list-scroll.ts';
import { missing, withOutdated, withRows } from './blocks.ts';
import { nextAfter } from './moved-rows.ts';
import { advanced, withFacts, type WindowedView } from './windowed-view.ts';

/** Least milliseconds between two advances. They double for as long as changes have to wait, so that many share one. */
const shortest = 100;
/** The most that they double to, and the pause while the person scrolls: those frames have no time for more. */
const calm = 500;
/** A pause is as long as this many advances, so that they leave main time for other work. */
const share = 3;
/** Milliseconds after which an advance that failed is tried again. */
const untilAgain = 5000;
/** Blocks requested at once. */
const atOnce = 2;
/** Two jumps within so many milliseconds are a drag. Nothing is read until it rests as long, because what it passes is gone before it arrives. */
const restOfDrag = 60;

type Located = ReadonlyMap<ImageId | TaskId, number>;
const nothingLocated: Located = new Map();

interface Followed<Row, View extends WindowedView<Row>> {
  /** The view that is shown. */
  readonly view: () => View;
  /** Shows the same view with more rows, or in its next revision. `located` answers `asks`; -1: not in the view. */
  readonly show: (view: View, located: Located) => void;
  readonly read: (at: ViewRevision, range: Range) => Promise<Result<readonly Row[] | null>>;
  readonly asks: () => Omit<Input<'library:advance'>, keyof ViewRevision>;
  /** Whether the next revision may take away the picture that keys act on, so that the view stays as it is for now. */
  readonly waits: () => boolean;
  /** Main no longer keeps the view. */
  readonly gone: () => void;
  readonly failed: (error: AppError) => void;
}

export interface ViewFollower<Row, View> {
  /** Says which positions a part of the window needs now. Positions that were scrolled away are no longer requested. */
  want(viewport: string, range: Range | null): void;
  /** Waits for the whole view, and takes its length and months. */
  count(): Promise<void>;
  /** A view that is not shown yet, with these rows. If its first answer lacks some of them, waits for the whole view. */
  filled(view: View, range: Range): Promise<View>;
  /** The library has changed: advances soon. */
  changed(): void;
  /** Advances now, even if the view waits. */
  advance(): Promise<void>;
  /** The view may no longer wait. */
  released(): void;
  /** Loads these rows again. Those out of sight are loaded when they are shown. */
  outdate(isOld: (row: Row) => boolean): void;
}

/** Keeps an open view loaded where it is seen, and moves it on when the library changes. */
export function followView<Row, View extends WindowedView<Row>>({ view, show, read, asks, waits, gone, failed }: Followed<Row, View>): ViewFollower<Row, View> {
  const wanted = new Map<string, Range>();
  const asking = new Set<string>();
  /** Counts calls of `outdate`. Rows that were requested before the latest may be older. */
  let outdates = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notBefore = 0;
  let pause = shortest;
  /** Whether changes had to wait for the next advance. */
  let waited = false;
  let running = Promise.resolve();
  let queued: Promise<void> | null = null;
  let forced = false;
  /** The next revision, which the view waits to show. */
  let ready: (() => void) | null = null;
  /** An advance is due as soon as the view no longer waits. */
  let due = false;
  let loading = false;
  let jumpedAt = -Infinity;
  let dragTimer: ReturnType<typeof setTimeout> | undefined;

  const load = (): void => {
    const { token, revision, blocks, length } = view();
    if (token === 0 || dragTimer !== undefined) return;
    for (const [first, end] of wanted.values()) {
      for (const number of missing(blocks, [Math.max(first, 0), Math.min(end, length)])) {
        if (asking.size >= atOnce) return;
        const key = `${token} ${revision} ${number}`;
        if (!asking.has(key)) void readBlock(number, key);
      }
    }
  };
  const loadSoon = (): void => {
    if (loading) return;
    loading = true;
    queueMicrotask(() => {
      loading = false;
      load();
    });
  };
  /** The person went to a place that has nothing in common with the last one. */
  const jumped = (): void => {
    const isDrag = performance.now() - jumpedAt < restOfDrag;
    jumpedAt = performance.now();
    clearTimeout(dragTimer);
    dragTimer = undefined;
    if (!isDrag) return;
    dragTimer = setTimeout(() => {
      dragTimer = undefined;
      load();
    }, restOfDrag);
  };
  const readBlock = async (number: number, key: string): Promise<void> => {
    const { token, revision, blocks } = view();
    const first = number * blocks.size;
    const since = outdates;
    asking.add(key);
    const answer = await read({ token, revision }, [first, first + blocks.size]);
    asking.delete(key);
    const now = view();
    if (now.token === token && now.revision === revision) {
      // After an error, only the next scroll asks again.
      if (!answer.ok) return failed(answer.error);
      if (answer.value === null) return gone();
      show(withLoaded(now, first, answer.value, since), nothingLocated);
    }
    load();
  };
  const withLoaded = (now: View, first: number, rows: readonly Row[], since: number): View => {
    const blocks = withRows(now.blocks, first, rows);
    const old = new Set(rows);
    return { ...now, blocks: since === outdates ? blocks : withOutdated(blocks, (row) => old.has(row)) };
  };
  /** Reads the rows of these ranges that are not loaded. Returns a function that adds them to the view. */
  const readMissing = async ({ token, revision, blocks, length }: View, ranges: readonly Range[]): Promise<(now: View) => View> => {
    const since = outdates;
    const numbers = new Set(ranges.flatMap(([first, end]) => missing(blocks, [Math.max(first, 0), Math.min(end, length)])));
    const parts = await Promise.all([...numbers].map(async (number) => {
      const first = number * blocks.size;
      return { first, answer: await read({ token, revision }, [first, first + blocks.size]) };
    }));
    return (now) => parts.reduce((next, { first, answer }) => (answer.ok && answer.value ? withLoaded(next, first, answer.value, since) : next), now);
  };

  const advance = async (isForced: boolean): Promise<void> => {
    const { token, revision } = view();
    if (token === 0) return;
    due = !isForced && waits();
    if (due) return;
    const began = performance.now();
    const asked = asks();
    const answer = await bridge.libraryAdvance({ token, revision, ...asked });
    const took = performance.now() - began;
    pause = isScrolling() ? calm : waited ? Math.min(2 * pause, calm) : shortest;
    notBefore = performance.now() + Math.max(pause, share * took);
    if (view().token !== token) return;
    if (!answer.ok) {
      notBefore = performance.now() + untilAgain;
      return changed();
    }
    const delta = answer.value;
    if (delta === null) return gone();
    // What comes into sight is read first, so that nothing is drawn empty.
    const seen = [...wanted.values()].flatMap(([first, end]): Range[] => [[first, end], [nextAfter(delta.splices, first), nextAfter(delta.splices, end)]]);
    const withSeen = await readMissing(advanced<Row, View>(view(), delta), delta.splices.length === 0 ? [] : seen);
    const ids = [...(asked.imageIds ?? []), ...(asked.taskIds ?? [])];
    const located = new Map(ids.map((id, at) => [id, delta.located[at] ?? -1]));
    ready = () => {
      if (view().token !== token) return;
      show(withSeen(advanced<Row, View>(view(), delta)), located);
      load();
    };
    if (isForced || !waits()) showReady();
  };
  const showReady = (): void => {
    const showIt = ready;
    ready = null;
    showIt?.();
  };
  const advanceNext = (isForced: boolean): Promise<void> => {
    forced ||= isForced;
    queued ??= running.then(() => {
      const now = forced;
      queued = null;
      forced = false;
      if (now) showReady();
      return ready === null ? advance(now) : undefined;
    });
    running = queued;
    return running;
  };
  const changed = (): void => {
    if (timer !== undefined) return;
    const wait = Math.max(notBefore - performance.now(), 0);
    waited = wait > 0;
    timer = setTimeout(() => {
      timer = undefined;
      due = ready !== null;
      if (!due) void advanceNext(false);
    }, wait);
  };

  return {
    want: (viewport, range) => {
      const before = wanted.get(viewport);
      if (range) wanted.set(viewport, range);
      else wanted.delete(viewport);
      if (range && before && (range[0] >= before[1] || range[1] <= before[0])) jumped();
      loadSoon();
    },
    count: async () => {
      const { token } = view();
      const answer = await bridge.libraryReady({ token });
      const now = view();
      if (!answer.ok || now.token !== token) return;
      if (answer.value === null) return gone();
      if (now.revision === 0) show(withFacts(now, answer.value), nothingLocated);
      load();
    },
    filled: async (opened, range) => {
      const known: Range = opened.counted ? [range[0], Math.min(range[1], opened.length)] : range;
      if (missing(opened.blocks, known).length === 0) return opened;
      const facts = await bridge.libraryReady({ token: opened.token });
      if (!facts.ok || facts.value === null) return opened;
      const whole = withFacts(opened, facts.value);
      const withRange = await readMissing(whole, [range]);
      return withRange(whole);
    },
    changed,
    advance: () => advanceNext(true),
    released: () => {
      if (waits()) return;
      showReady();
      if (due) changed();
      due = false;
    },
    outdate: (isOld) => {
      outdates += 1;
      const now = view();
      const blocks = withOutdated(now.blocks, isOld);
      if (blocks !== now.blocks) show({ ...now, blocks }, nothingLocated);
      load();
    },
  };
}
