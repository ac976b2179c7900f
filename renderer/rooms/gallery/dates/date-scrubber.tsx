import { useLayoutEffect, useRef, useState, type PointerEvent } from 'react';
import type { Range } from '../../../../shared/library/view.ts';
import { useGallery } from '../../../stores/gallery/gallery-store.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import styles from './date-scrubber.module.css';
import { GoToDate } from './go-to-date.tsx';
import { monthAt, monthCount, scrubberKey, yearMarks } from './scrubber-marks.ts';
import { useBox } from '../../../ui/use-box.ts';

interface DateScrubberProps {
  /** Positions of the first row in sight, now. */
  readonly row: () => Range;
  /** Calls the listener after each movement of the sheet. Returns a function that ends this. */
  readonly onMove: (listener: () => void) => () => void;
  readonly onGo: (position: number) => void;
}

/** A month hardly ever has more pictures than these. */
const severalMonths = 100;

/** Pixels that the label of a year needs. */
const labelHeight = 20;

/** The years of the view along its right edge. Shows the present position and the month under the pointer, and goes there at a click. */
export function DateScrubber({ row, onMove, onGo }: DateScrubberProps) {
  const say = useWords();
  const format = useFormats();
  const facts = useGallery(({ view }) => view.facts);
  // Takes its space before the months are known, so that nothing in sight moves when they are.
  const awaited = useGallery(({ view }) => view.facts === null && view.length >= severalMonths && view.arrangement.by === 'time' && (view.arrangement.group ?? 'day') === 'day');
  const track = useRef<HTMLDivElement>(null);
  const box = useBox(track);
  const [pointed, setPointed] = useState<number | null>(null);
  // A month mostly begins within a row. After going to a month, show that month and not the one that the row begins with.
  const went = useRef(0);
  const here = useRef<HTMLSpanElement>(null);
  const total = facts?.total ?? 0;
  const last = Math.max(total - 1, 0);
  const position = (): number => {
    const [first, end] = row();
    return Math.min(went.current >= first && went.current < end ? went.current : first, last);
  };
  const go = (target: number): void => {
    went.current = target;
    onGo(target);
    drawPosition();
  };
  const useful = facts !== null && facts.months.length > 1;

  const positionOf = (event: PointerEvent): number => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - bounds.top) / Math.max(bounds.height, 1);
    return Math.min(Math.max(Math.floor(share * total), 0), last);
  };
  const monthOf = (at: number): string => {
    const month = facts?.months[at] ?? 0;
    return format.month(Math.floor(month / 12), month % 12);
  };
  const shareOf = (place: number): string => `${(Math.min(place, total) / Math.max(total, 1)) * 100}%`;
  const drawn = useRef({ position: -1, month: -1 });
  /** Not drawn by React, because it changes with every row that is scrolled. */
  const drawPosition = (): void => {
    const now = position();
    if (!track.current || !here.current || now === drawn.current.position) return;
    const month = facts ? monthAt(facts, now) : -1;
    here.current.style.transform = `translateY(${(now / Math.max(total, 1)) * box.height}px)`;
    track.current.ariaValueNow = String(now);
    if (month !== drawn.current.month) track.current.ariaValueText = month < 0 ? '' : monthOf(month);
    drawn.current = { position: now, month };
  };
  useLayoutEffect(() => {
    drawn.current = { position: -1, month: -1 };
    drawPosition();
    return onMove(drawPosition);
  });
  const bubble = pointed !== null && facts ? monthAt(facts, pointed) : -1;

  return (
    <div className={styles.column} hidden={!useful && !awaited} data-awaited={awaited || undefined}>
      <GoToDate enabled={useful} onGo={go} />
      <div
        ref={track}
        className={styles.scrubber}
        role="slider"
        aria-orientation="vertical"
        aria-label={say('gallery.scrubber')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={0}
        tabIndex={0}
        onKeyDown={(event) => {
          const target = facts && !event.ctrlKey && !event.metaKey && !event.altKey ? scrubberKey(facts, total, position(), event.key) : null;
          if (target === null) return;
          event.preventDefault();
          go(target);
        }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          go(positionOf(event));
        }}
        onPointerMove={(event) => {
          const there = positionOf(event);
          setPointed(there);
          if (event.currentTarget.hasPointerCapture(event.pointerId)) go(there);
        }}
        onPointerLeave={() => setPointed(null)}
      >
        {facts &&
          yearMarks(facts, total, labelHeight / Math.max(box.height, labelHeight)).map(({ year, share }) => (
            <span key={year} className={styles.year} style={{ top: `${share * 100}%` }} aria-hidden>
              {year}
            </span>
          ))}
        <span ref={here} className={styles.here} aria-hidden />
        {facts && pointed !== null && bubble >= 0 && (
          <span className={styles.bubble} style={{ top: shareOf(pointed) }} aria-hidden>
            {say('gallery.scrubber-month', { month: monthOf(bubble), count: monthCount(facts, total, bubble) })}
          </span>
        )}
      </div>
    </div>
  );
}
