import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react';
import type { Range } from '../../../../shared/library/view.ts';
import { useGallery } from '../../../stores/gallery/gallery-store.ts';
import { labelOfGroup, picturesInGroup, useGroupLabels, wantLabels } from '../../../stores/gallery/groups.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import styles from './sheet-scrubber.module.css';
import { GoToDate } from './go-to-date.tsx';
import { countAt, groupStops, monthStops, scrubberKey, stopAt, yearMarks } from './scrubber-marks.ts';
import { keyAlongLine } from '../../../ui/direction.ts';
import { useBox } from '../../../ui/use-box.ts';

interface SheetScrubberProps {
  /** Positions of the first row in sight, now. */
  readonly row: () => Range;
  /** Calls the listener after each movement of the sheet. Returns a function that ends this. */
  readonly onMove: (listener: () => void) => () => void;
  readonly onGo: (position: number) => void;
}

/** A month or a group hardly ever has more pictures than these. */
const several = 100;

/** Pixels that the label of a year needs. */
const labelHeight = 20;

/**
 * The years of the view along its right edge, or its groups by prompt, model or batch. Shows the present position and the month or group under the
 * pointer, and goes there at a click.
 */
export function SheetScrubber({ row, onMove, onGo }: SheetScrubberProps) {
  const say = useWords();
  const format = useFormats();
  const facts = useGallery(({ view }) => view.facts);
  const { by, group } = useGallery(({ view }) => view.arrangement);
  const byTime = by === 'time' && (group ?? 'day') === 'day';
  const byGroup = group !== null && group !== 'day';
  // Takes its space before the months or groups are known, so that nothing in sight moves when they are.
  const awaited = useGallery(({ view }) => view.facts === null && view.length >= several) && (byTime || byGroup);
  const groups = byGroup ? (facts?.groups ?? null) : null;
  // The labels of groups arrive when they are in sight or under the pointer.
  useGroupLabels();
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
  const dated = facts !== null && facts.months.length > 0;
  const stops = groups ? groupStops(groups) : dated ? monthStops(facts) : null;
  const useful = stops !== null && stops.starts.length > 1;

  const positionOf = (event: PointerEvent): number => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - bounds.top) / Math.max(bounds.height, 1);
    return Math.min(Math.max(Math.floor(share * total), 0), last);
  };
  const nameOf = (stop: number): string => {
    if (groups) return labelOfGroup(groups, stop, say, format, null);
    const month = facts?.months[stop] ?? 0;
    return format.month(Math.floor(month / 12), month % 12);
  };
  const countOf = (stop: number): number => {
    if (groups) return picturesInGroup(useGallery.getState().view, groups, stop);
    return stops ? countAt(stops, total, stop) : 0;
  };
  const shareOf = (place: number): string => `${(Math.min(place, total) / Math.max(total, 1)) * 100}%`;
  const drawn = useRef({ position: -1, stop: -1 });
  /** Not drawn by React, because it changes with every row that is scrolled. */
  const drawPosition = (): void => {
    const now = position();
    if (!track.current || !here.current || now === drawn.current.position) return;
    const stop = stops ? stopAt(stops, now) : -1;
    here.current.style.transform = `translateY(${(now / Math.max(total, 1)) * box.height}px)`;
    track.current.ariaValueNow = String(now);
    if (stop !== drawn.current.stop) track.current.ariaValueText = stop < 0 ? '' : nameOf(stop);
    drawn.current = { position: now, stop };
  };
  useLayoutEffect(() => {
    drawn.current = { position: -1, stop: -1 };
    drawPosition();
    return onMove(drawPosition);
  });
  const bubble = pointed !== null && stops ? stopAt(stops, pointed) : -1;
  const bubbleName = bubble < 0 ? '' : nameOf(bubble);
  useEffect(() => {
    if (groups && bubble >= 0) void wantLabels([bubble]);
  }, [groups, bubble]);

  return (
    <div className={styles.column} hidden={!useful && !awaited} data-awaited={awaited || undefined} data-groups={byGroup || undefined}>
      <GoToDate enabled={total > 0} possible={dated && !groups} onGo={go} />
      <div
        ref={track}
        className={styles.scrubber}
        role="slider"
        aria-orientation="vertical"
        aria-label={say(byGroup ? `arrange.group.${group}` : 'gallery.scrubber')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={0}
        tabIndex={0}
        onKeyDown={(event) => {
          const target = stops && !event.ctrlKey && !event.metaKey && !event.altKey ? scrubberKey(stops, total, position(), keyAlongLine(event.key)) : null;
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
          !groups &&
          yearMarks(facts, total, labelHeight / Math.max(box.height, labelHeight)).map(({ year, share }) => (
            <span key={year} className={styles.year} style={{ top: `${share * 100}%` }} aria-hidden>
              {year}
            </span>
          ))}
        <span ref={here} className={styles.here} aria-hidden />
        {pointed !== null && bubbleName !== '' && (
          <span className={styles.bubble} style={{ top: shareOf(pointed) }} aria-hidden>
            {say('gallery.scrubber-stop', { name: bubbleName, count: countOf(bubble) })}
          </span>
        )}
      </div>
    </div>
  );
}
