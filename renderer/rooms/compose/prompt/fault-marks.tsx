import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useCompose } from '../../../stores/compose/compose-store.ts';
import styles from './prompt-field.module.css';
import { useTemplate } from './use-template.ts';

/** Marks what is wrong in a template, behind the text of the field. The same text in the same place, invisible but for its marks. */
export function FaultMarks({ field }: { readonly field: RefObject<HTMLTextAreaElement | null> }) {
  const prompt = useCompose((state) => state.prompt);
  const template = useTemplate();
  const layer = useRef<HTMLDivElement>(null);
  const faults = template?.faults ?? [];
  const isShown = faults.length > 0;
  useLayoutEffect(() => {
    const [element, marks] = [field.current, layer.current];
    if (!element || !marks) return;
    const follow = (): void => {
      marks.style.width = `${element.clientWidth}px`;
      marks.style.height = `${element.clientHeight}px`;
      marks.scrollTop = element.scrollTop;
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    element.addEventListener('scroll', follow);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [field, isShown]);
  if (!isShown) return null;
  const start = prompt.length - prompt.trimStart().length;
  const pieces: { readonly text: string; readonly wrong: boolean }[] = [];
  let done = 0;
  for (const { at, length } of faults) {
    const [from, to] = [Math.max(start + at, done), Math.min(start + at + length, prompt.length)];
    if (to <= from) continue;
    pieces.push({ text: prompt.slice(done, from), wrong: false }, { text: prompt.slice(from, to), wrong: true });
    done = to;
  }
  return (
    <div ref={layer} className={styles.marks} dir="auto" aria-hidden data-fault-marks>
      {pieces.map(({ text, wrong }, at) => (wrong ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))}
      {/* A line break at the end takes a line in the field. */}
      <span>{`${prompt.slice(done)}\u200B`}</span>
    </div>
  );
}
