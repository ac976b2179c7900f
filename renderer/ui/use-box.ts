import { useLayoutEffect, useState, type RefObject } from 'react';

interface Box {
  readonly width: number;
  readonly height: number;
}

/** Inner size of an element in CSS pixels. `before`: until it is measured. */
export function useBox(element: RefObject<HTMLElement | null>, before: Box = { width: 0, height: 0 }): Box {
  const [box, setBox] = useState(before);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = (): void => setBox({ width: measured.clientWidth, height: measured.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return box;
}
