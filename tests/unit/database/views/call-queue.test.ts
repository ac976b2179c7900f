import { expect, it, onTestFinished, vi } from 'vitest';
import { createCallQueue, Later, mostAhead, notYet } from '../../../../electron/database/views/call-queue.ts';

/** A queue whose calls are named functions. Answers are noted in their order. */
function setUp(calls: Readonly<Record<string, () => unknown>>) {
  const notes: string[] = [];
  const arrived: string[] = [];
  const take = (method: string): void => queue.take({ method, args: [], answer: (value) => notes.push(`${method}: ${String(value)}`), fail: (error) => notes.push(`${method} failed: ${String(error)}`) });
  const queue = createCallQueue({
    run: ({ method }) => calls[method]?.(),
    receive() {
      for (let next = arrived.shift(); next !== undefined; next = arrived.shift()) take(next);
    },
  });
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  /** What takes longer than one slice, up to the next statement. */
  const pause = (): void => {
    now += 2;
    queue.pause();
  };
  return { notes, arrived, queue, take, pause };
}

it('answers short calls between two statements of long work', () => {
  const { notes, arrived, queue, take, pause } = setUp({
    short: () => 1,
    long: () =>
      new Later(() => {
        arrived.push('short', 'short');
        pause();
        notes.push('goes on');
        return 2;
      }),
  });
  take('long');
  expect(notes).toEqual([]);
  queue.work();
  expect(notes).toEqual(['short: 1', 'short: 1', 'goes on', 'long: 2']);
});

it('does newer long work first, and then goes on with the older', () => {
  const { notes, arrived, queue, take, pause } = setUp({
    newer: () =>
      new Later(() => {
        pause();
        return 'done';
      }),
    older: () =>
      new Later(() => {
        arrived.push('newer');
        for (let statement = 0; statement < 3; statement += 1) pause();
        return 'done';
      }),
  });
  take('older');
  queue.work();
  expect(notes).toEqual(['newer: done', 'older: done']);
});

it('leaves work that a newer call has made needless before it begins with the newer', () => {
  let wanted = 0;
  const { notes, arrived, queue, take, pause } = setUp({
    search() {
      wanted += 1;
      const own = wanted;
      return new Later(
        () => {
          notes.push(`begins ${own}`);
          if (own === 1) arrived.push('search', 'search');
          pause();
          pause();
          return own;
        },
        () => wanted !== own,
      );
    },
  });
  take('search');
  queue.work();
  expect(notes).toEqual(['begins 1', 'search: null', 'search: null', 'begins 3', 'search: 3']);
});

it('makes a call again once the view that it needs is there', () => {
  let isThere = false;
  const rows = (): string => {
    if (!isThere) throw notYet;
    return 'rows';
  };
  const { notes, arrived, queue, take, pause } = setUp({
    rows,
    advance: () => new Later(rows),
    count: () => new Later(() => 7),
  });
  queue.add(
    new Later(() => {
      arrived.push('rows', 'advance', 'count');
      pause();
      pause();
      isThere = true;
    }),
  );
  take('rows');
  queue.work();
  expect(notes).toEqual(['count: 7', 'rows: rows', 'rows: rows', 'advance: rows']);
});

it('stops what a short call looks for once it is enough, and begins no long work meanwhile', () => {
  const found: number[] = [];
  const { notes, arrived, take, pause, queue } = setUp({
    short: () => 1,
    long: () => new Later(() => 2),
    first: () =>
      queue.untilEnough(
        () => {
          arrived.push('long', 'short');
          for (let row = 1; ; row += 1) {
            found.push(row);
            pause();
          }
        },
        () => found.length >= 3,
      ),
  });
  take('first');
  queue.work();
  expect([found, notes]).toEqual([[1, 2, 3], ['short: 1', 'first: null', 'long: 2']]);
});

it('tells the error of long work to the call that asked for it, and goes on', () => {
  const broken = (): never => {
    throw new Error('broken');
  };
  const { notes, queue, take } = setUp({ broken: () => new Later(broken), short: () => new Later(() => 1) });
  take('broken');
  queue.add(new Later(broken));
  take('short');
  queue.work();
  expect(notes).toEqual(['broken failed: Error: broken', 'short: 1']);
});

it('leaves all work when it is closed', () => {
  const { notes, arrived, queue, take, pause } = setUp({
    close: () => queue.close(),
    later: () => new Later(() => notes.push('begins')),
    endless: () =>
      new Later(() => {
        arrived.push('close', 'later');
        for (;;) pause();
      }),
  });
  take('endless');
  queue.work();
  expect(notes).toEqual(['close: undefined', 'endless: null', 'later: null']);
});

/** A thousand long calls. Each is made while another is paused: which ones, `comesDuring` says. Returns the answers in their order. */
function thousand(comesDuring: (call: number, statement: number) => boolean): readonly string[] {
  let made = 1;
  const { notes, arrived, queue, take, pause } = setUp(
    Object.fromEntries(
      Array.from({ length: 1_000 }, (_, call) => [
        String(call),
        () =>
          new Later(() => {
            for (let statement = 0; statement < 100; statement += 1) {
              if (made < 1_000 && comesDuring(call, statement)) arrived.push(String(made++));
              pause();
            }
            return 'done';
          }),
      ]),
    ),
  );
  take('0');
  queue.work();
  return notes;
}

it.each([
  ['at the first pause of the one before', (_call: number, statement: number) => statement === 0],
  ['at every pause of the oldest', (call: number) => call % (mostAhead + 1) === 0],
  ['at every pause', () => true],
])('a thousand long calls, each %s, neither fill the stack nor keep the oldest from its end', (_when, comesDuring) => {
  const answers = thousand(comesDuring);
  expect(new Set(answers)).toEqual(new Set(Array.from({ length: 1_000 }, (_, call) => `${call}: done`)));
  expect(answers.indexOf('0: done')).toBe(mostAhead);
});

it('a thousand short calls, each at a pause of the one before, do not fill the stack', () => {
  let made = 1;
  const { notes, arrived, queue, take, pause } = setUp({
    first: () => {
      const own = made;
      return queue.untilEnough(
        () => {
          if (made < 1_000) {
            made += 1;
            arrived.push('first');
          }
          pause();
          return own;
        },
        () => false,
      );
    },
  });
  take('first');
  queue.work();
  expect(new Set(notes).size).toBe(1_000);
  expect(notes[0], 'the one that reads no further calls').toBe(`first: ${mostAhead + 1}`);
});
