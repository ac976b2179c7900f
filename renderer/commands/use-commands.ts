import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Place, Subject } from './command.ts';
import { mount, type Handlers } from './registry.ts';

/** Handles commands of a place that only the mounted page can. */
export function useCommands(place: Place, handlers: Handlers): void {
  const latest = useLatest(handlers);
  useEffect(() => mount({ place, handlers: () => latest.current }), [place, latest]);
}

const none: Handlers = {};

/** Says what the commands of a place act on while the page is mounted. */
export function useSubject(place: Place, subject: () => Subject): void {
  const latest = useLatest(subject);
  useEffect(() => mount({ place, handlers: () => none, subject: () => latest.current() }), [place, latest]);
}

/** A ref and no effect event, because menus and bars also ask while they render. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
