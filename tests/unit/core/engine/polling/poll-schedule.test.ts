import { describe, expect, it } from 'vitest';
import { createPollSchedule } from '../../../../../electron/core/engine/polling/poll-schedule.ts';
import { createFakeClock, type FakeClock } from '../../../../support/fake-clock.ts';

const second = 1_000;
const interval = 3_010;

interface Query {
  readonly id: string;
  readonly start: number;
  end: number;
}

/** A service that takes `takes` milliseconds and then says when the next query is wanted. */
function rig(takes: (id: string, count: number) => number = () => 20, next: (clock: FakeClock, id: string) => number | null = (clock) => clock.monotonic()) {
  const clock = createFakeClock();
  const openedAt = clock.monotonic();
  const queries: Query[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const schedule = createPollSchedule({
    clock,
    poll: (id) =>
      new Promise((resolve) => {
        const query: Query = { id, start: clock.monotonic() - openedAt, end: Infinity };
        queries.push(query);
        inFlight += 1;
        mostInFlight = Math.max(mostInFlight, inFlight);
        clock.after(takes(id, queries.filter((one) => one.id === id).length), () => {
          inFlight -= 1;
          query.end = clock.monotonic() - openedAt;
          resolve(next(clock, id));
        });
      }),
  });
  const startsOf = (id: string): readonly number[] => queries.filter((query) => query.id === id).map(({ start }) => start);
  return { clock, schedule, queries, startsOf, openedAt, mostInFlight: () => mostInFlight };
}

function gaps(numbers: readonly number[]): readonly number[] {
  return numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
}

/** The maximum of queries that started within `width` milliseconds. */
function densest(queries: readonly Query[], width: number): number {
  const starts = queries.map(({ start }) => start).sort((a, b) => a - b);
  let most = 0;
  for (let [from, to] = [0, 0]; to < starts.length; to += 1) {
    while ((starts[to] ?? 0) - (starts[from] ?? 0) > width) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

describe('one task', () => {
  it('is queried every three seconds and a few milliseconds after the previous start', async () => {
    const { clock, schedule, startsOf, openedAt } = rig(() => 20);
    await clock.advance(5 * second);
    schedule.request('a', 'account', 'a', openedAt + 5 * second + interval);
    await clock.advance(30 * second);
    const starts = startsOf('a');
    expect(starts[0]).toBe(8_010);
    expect(starts.length).toBe(9);
    expect(new Set(gaps(starts))).toEqual(new Set([interval + 20]));
  });

  it('is queried three seconds after its last answer, because a slow query may have reached the service just before', async () => {
    const { clock, schedule, queries } = rig((_, count) => (count === 1 ? 2 * second : 1));
    schedule.request('a', 'account', 'a', 0);
    await clock.advance(10 * second);
    expect((queries[1]?.start ?? 0) - (queries[0]?.end ?? 0)).toBeGreaterThanOrEqual(3 * second);
  });

  it('is never queried twice at once, however late an answer is', async () => {
    const { clock, schedule, queries } = rig(() => 7 * second);
    schedule.request('a', 'account', 'a', 0);
    await clock.advance(60 * second);
    expect(queries.length).toBe(6);
    for (const [index, query] of queries.slice(1).entries()) expect(query.start - (queries[index]?.end ?? 0)).toBe(interval);
  });

  it('is queried no sooner if it is requested often, or dropped and requested again', async () => {
    const { clock, schedule, startsOf } = rig(() => 100);
    schedule.request('a', 'account', 'a', 0);
    for (let i = 0; i < 400; i += 1) {
      await clock.advance(50);
      if (i % 3 === 0) schedule.drop('a');
      schedule.request('a', 'account', 'a', clock.monotonic());
    }
    expect(startsOf('a').length).toBeGreaterThan(4);
    for (const gap of gaps(startsOf('a'))) expect(gap).toBeGreaterThanOrEqual(3 * second);
  });

  it('is queried no sooner if two local tasks share it', async () => {
    const { clock, schedule, queries } = rig(() => 900);
    schedule.request('a', 'account', 'same id at the service', 0);
    schedule.request('b', 'account', 'same id at the service', 0);
    await clock.advance(30 * second);
    const starts = queries.map(({ start }) => start);
    expect(new Set(queries.map(({ id }) => id))).toEqual(new Set(['a', 'b']));
    for (const gap of gaps(starts)) expect(gap).toBeGreaterThanOrEqual(3 * second);
    expect(starts.length).toBe(7);
  });

  it('waits as long as its last answer asks; the earliest request counts', async () => {
    const { clock, schedule, startsOf, openedAt } = rig(
      () => 10,
      (fake) => fake.monotonic() + 60 * second,
    );
    schedule.request('a', 'account', 'a', 0);
    await clock.advance(30 * second);
    expect(startsOf('a')).toEqual([interval]);
    schedule.request('a', 'account', 'a', openedAt + 40 * second);
    schedule.request('a', 'account', 'a', openedAt + 50 * second);
    await clock.advance(90 * second);
    expect(startsOf('a')).toEqual([interval, 40 * second, 100 * second + 10]);
  });

  it('is not queried again if no next query is wanted, unless one was requested meanwhile', async () => {
    const { clock, schedule, startsOf } = rig(
      () => 10,
      () => null,
    );
    schedule.request('a', 'account', 'a', 0);
    await clock.advance(3_015);
    schedule.request('a', 'account', 'a', 0);
    await clock.advance(60 * second);
    expect(startsOf('a')).toEqual([interval, 2 * interval + 10]);
    expect(clock.waiting()).toBe(0);
  });

  it('is not queried within the interval after opening, because the previous run may just have queried it', async () => {
    const { clock, schedule, startsOf } = rig();
    schedule.request('a', 'account', 'a', 0);
    await clock.advance(3_009);
    expect(startsOf('a')).toEqual([]);
    await clock.advance(1);
    expect(startsOf('a')).toEqual([interval]);
  });

  it('is tried again after a query that failed', async () => {
    const clock = createFakeClock();
    let tries = 0;
    const schedule = createPollSchedule({
      clock,
      poll: () => {
        tries += 1;
        return Promise.reject(new Error('broken'));
      },
    });
    schedule.request('a', 'account', 'a', 0);
    await clock.advance(70 * second);
    expect(tries).toBe(2);
  });

  it('is left alone after close', async () => {
    const { clock, schedule, queries } = rig();
    schedule.request('a', 'account', 'a', 0);
    await clock.advance(4 * second);
    schedule.close();
    schedule.request('b', 'account', 'b', 0);
    await clock.advance(60 * second);
    expect(queries.length).toBe(1);
    expect(clock.waiting()).toBe(0);
  });
});

describe('many tasks', () => {
  const everyThree = (r: ReturnType<typeof rig>, count: number): void => {
    for (let i = 0; i < count; i += 1) r.schedule.request(`t${i}`, 'account', `t${i}`, 0);
  };
  const ruleHolds = (r: ReturnType<typeof rig>, count: number): void => {
    for (let i = 0; i < count; i += 1) for (const gap of gaps(r.startsOf(`t${i}`))) expect(gap).toBeGreaterThanOrEqual(3 * second);
  };

  it('500 at the start are spread over the interval, without a burst, and stay spread', async () => {
    const r = rig(() => 30);
    everyThree(r, 500);
    await r.clock.advance(interval + 3 * second);
    expect(new Set(r.queries.map(({ id }) => id)).size).toBe(500);
    await r.clock.advance(12 * second);
    // 500 in 3 s are 17 in 100 ms.
    expect(densest(r.queries, 100)).toBeLessThanOrEqual(30);
    expect(r.mostInFlight()).toBeLessThanOrEqual(8);
    ruleHolds(r, 500);
    // Once they are spread, each is queried at its time.
    const late = r.queries.filter(({ start }) => start > 9 * second);
    for (let i = 0; i < 500; i += 1) {
      const found = gaps(late.filter(({ id }) => id === `t${i}`).map(({ start }) => start));
      expect(found).not.toEqual([]);
      for (const gap of found) expect(gap).toBeLessThan(interval + 30 + 10);
    }
  });

  it.each([
    ['the machine slept', (clock: FakeClock) => clock.sleep(8 * 3_600 * second)],
    ['the process was stopped for a minute', (clock: FakeClock) => clock.sleep(60 * second)],
    ['the wall clock went back a year', (clock: FakeClock) => clock.moveWall(-365 * 86_400 * second)],
    ['the wall clock went ahead a year', (clock: FakeClock) => clock.moveWall(365 * 86_400 * second)],
  ])('does not burst when %s', async (_, happen) => {
    const r = rig(() => 30);
    everyThree(r, 500);
    await r.clock.advance(10 * second);
    happen(r.clock);
    const before = r.queries.length;
    await r.clock.advance(10 * second);
    expect(densest(r.queries.slice(before), 100)).toBeLessThanOrEqual(30);
    expect(r.queries.length - before).toBeGreaterThan(1_400);
    expect(r.mostInFlight()).toBeLessThanOrEqual(8);
    ruleHolds(r, 500);
  });

  it.each([
    ['', 0],
    [', also when tasks that are new became due meanwhile', 3],
  ])('catches up at once what a busy machine held back for a moment%s', async (_, newTasks) => {
    const r = rig(() => 5);
    everyThree(r, 1_000);
    await r.clock.advance(12 * second);
    for (let i = 1_000; i < 1_000 + newTasks; i += 1) r.schedule.request(`t${i}`, 'account', `t${i}`, r.clock.monotonic() + 3 * second + 50);
    await r.clock.advance(3 * second);
    r.clock.sleep(150);
    const halted = r.clock.monotonic() - r.openedAt;
    await r.clock.advance(7 * second);
    const late = r.queries.filter(({ id, start }) => {
      const before = r.startsOf(id).findLast((other) => other < start) ?? start;
      return start > halted + 100 && start - before > interval + 5 + 20;
    });
    // Only those that became due during the halt are late, by its length at most.
    expect(late.filter(({ start }) => start > halted + interval)).toEqual([]);
    expect(late.length).toBeLessThan(20);
    expect(r.mostInFlight()).toBeLessThanOrEqual(8);
    ruleHolds(r, 1_000);
  });

  it('does not burst when waiting tasks are requested at once without a delay before', async () => {
    const often = (id: string): boolean => Number(id.slice(1)) < 20;
    const r = rig(
      () => 5,
      (clock, id) => clock.monotonic() + (often(id) ? 0 : 60 * second),
    );
    everyThree(r, 500);
    await r.clock.advance(40 * second);
    const before = r.queries.length;
    const now = r.clock.monotonic();
    for (let i = 0; i < 500; i += 1) r.schedule.request(`t${i}`, 'account', `t${i}`, now);
    await r.clock.advance(interval);
    const woken = r.queries.slice(before);
    expect(new Set(woken.map(({ id }) => id)).size).toBe(500);
    expect(densest(woken, 100)).toBeLessThanOrEqual(30);
    ruleHolds(r, 500);
  });

  it('delays no task because others have ended', async () => {
    let done = false;
    const r = rig(
      () => 5,
      (clock) => (done ? null : clock.monotonic()),
    );
    everyThree(r, 800);
    await r.clock.advance(12 * second);
    done = true;
    const since = r.clock.monotonic() - r.openedAt;
    await r.clock.advance(20 * second);
    const last = r.queries.filter(({ start }) => start > since);
    expect(last.length).toBeGreaterThanOrEqual(790);
    expect(Math.max(...last.map(({ start }) => start)) - since).toBeLessThan(interval + 100);
  });

  it('never has more than eight under way, and skips none behind slow ones', async () => {
    const r = rig((id) => (id === 't0' ? 20 * second : 400));
    everyThree(r, 200);
    await r.clock.advance(60 * second);
    expect(r.mostInFlight()).toBe(8);
    const counts = Array.from({ length: 199 }, (_, i) => r.startsOf(`t${i + 1}`).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    ruleHolds(r, 200);
  });

  it('work on answers delays no query and shortens no interval', async () => {
    const clock = createFakeClock();
    const queried: { readonly id: string; readonly at: number }[] = [];
    const schedule = createPollSchedule({
      clock,
      poll: async (id, answered) => {
        queried.push({ id, at: clock.monotonic() });
        await new Promise<void>((resolve) => void clock.after(20, resolve));
        answered();
        await new Promise<void>((resolve) => void clock.after(id === 'last' ? 0 : 7 * second, resolve));
        return clock.monotonic();
      },
    });
    for (let i = 0; i < 20; i += 1) schedule.request(`t${i}`, 'account', `t${i}`, 0);
    schedule.request('last', 'account', 'last', 0);
    await clock.advance(21 * second);
    const startsOf = (id: string): readonly number[] => queried.filter((query) => query.id === id).map(({ at }) => at);
    expect(startsOf('last').length).toBe(6);
    for (const gap of gaps(startsOf('last'))) {
      expect(gap).toBeGreaterThanOrEqual(interval + 20);
      // It waits only for others that are due at the same time.
      expect(gap).toBeLessThan(interval + 20 + 50);
    }
    // The next query of the task itself waits until the last answer is processed.
    expect(startsOf('t0').length).toBeGreaterThan(1);
    for (const gap of gaps(startsOf('t0'))) expect(gap).toBeGreaterThanOrEqual(7 * second);
  });

  it('5,000 cost little: one timer, and every task is queried', async () => {
    const r = rig(() => 1);
    everyThree(r, 5_000);
    const cpu = process.cpuUsage();
    await r.clock.advance(9 * second);
    const { user, system } = process.cpuUsage(cpu);
    expect(new Set(r.queries.map(({ id }) => id)).size).toBe(5_000);
    expect(densest(r.queries, 100)).toBeLessThanOrEqual(250);
    // Mostly the cost of the fake clock and this rig. A schedule that searched all tasks would take far longer.
    expect((user + system) / 1_000).toBeLessThan(8_000);
  });

  it('a few that become due together are queried one after another', async () => {
    const r = rig();
    everyThree(r, 3);
    await r.clock.advance(interval + 150);
    expect(r.queries.map(({ start }) => start)).toEqual([interval, interval + 30, interval + 80]);
  });
});

describe('several accounts', () => {
  it('a service that never answers delays no other account, and has its own limit', async () => {
    const r = rig((id) => (id.startsWith('dead') ? Infinity : 20));
    for (let i = 0; i < 40; i += 1) r.schedule.request(`dead${i}`, 'dead', `t${i}`, 0);
    for (let i = 0; i < 10; i += 1) r.schedule.request(`well${i}`, 'well', `t${i}`, 0);
    await r.clock.advance(31 * second);
    expect(r.queries.filter(({ id }) => id.startsWith('dead')).length).toBe(8);
    for (let i = 0; i < 10; i += 1) {
      expect(r.startsOf(`well${i}`).length).toBeGreaterThanOrEqual(9);
      for (const gap of gaps(r.startsOf(`well${i}`))) expect(gap).toBeLessThan(interval + 100);
    }
  });
});
