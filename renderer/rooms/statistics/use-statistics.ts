import { useCallback, useEffect, useState } from 'react';
import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import type { DiskUse, PictureStatistics } from '../../../shared/library/statistics.ts';
import type { Result } from '../../../shared/result.ts';
import { bridge } from '../../bridge.ts';
import { whileTasksChange } from '../../stores/accounts/account-money.ts';
import { useApp } from '../../stores/app-store.ts';
import { useTextOverTime } from '../../stores/now.ts';
import { useMarksStore } from '../../stores/pictures/marks-store.ts';

/** What was shown last. A year of null: all years. */
export const useStatisticsChoices = create<{ readonly year: number | null; readonly as: 'calendar' | 'table' }>(() => ({ year: new Date().getFullYear(), as: 'calendar' }));

/** The answer that is known, and why the latest question failed. */
export interface Reading<T> {
  readonly value: T | null;
  readonly error: AppError | null;
  /** Asks again. */
  readonly again: () => void;
}

/** How many pictures each day has, by the day's key. */
export type DayCounts = ReadonlyMap<number, number>;

const readDays = async (): Promise<Result<DayCounts>> => {
  const answer = await bridge.statisticsDays();
  return answer.ok ? { ok: true, value: new Map([...answer.value.keys].map((key, at) => [key, answer.value.pictures[at] ?? 0])) } : answer;
};

export const usePictureDays = (): Reading<DayCounts> => useReading(readDays);

/** While another year is read, the earlier answer stays. */
export const usePictureStatistics = (year: number | null): Reading<PictureStatistics> => useReading(useCallback(() => bridge.statisticsPictures({ year }), [year]));

const readDisk = (): Promise<Result<DiskUse>> => bridge.statisticsDisk();

export const useDiskUse = (): Reading<DiskUse> => useReading(readDisk);

/** Asks again when pictures are added, marked or removed, and at midnight. One question at a time. */
function useReading<T>(read: () => Promise<Result<T>>): Reading<T> {
  const marked = useMarksStore((state) => state.round);
  const imported = useApp(({ imports }) => imports.round);
  const day = useTextOverTime((now) => new Date(now).toDateString());
  const [round, setRound] = useState(0);
  const [reading, setReading] = useState<Omit<Reading<T>, 'again'>>({ value: null, error: null });
  useEffect(
    () =>
      whileTasksChange(async (isOutdated) => {
        const answer = await read();
        if (isOutdated()) return;
        setReading(({ value }) => (answer.ok ? { value: answer.value, error: null } : { value, error: answer.error }));
      }),
    [read, marked, imported, day, round],
  );
  return { ...reading, again: () => setRound(round + 1) };
}
