import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { pressedAt } from './press-time.ts';

/** Milliseconds within which a second press is taken for a repetition of the first. */
const doubled = 400;

/** When a key press last closed a dialog or a menu, or pressed a button that costs. Something else has the focus since. */
let answeredAt = -Infinity;

/** When the person last did anything but press the keys of a doubled press. It shows that the next press is another one. */
let otherInputAt = -Infinity;

/** When the person last moved to something: with the pointer, Tab or an arrow key. */
let movedAt = -Infinity;

const inputs = ['keydown', 'pointerdown', 'input'] as const;

/** A key press did what it was meant for. If it is doubled or held, it must not buy where the focus is by then. Any other input ends it. */
export function keyAnswered(): void {
  answeredAt = performance.now();
  listen();
}

/** From now on, notices what the person does. */
export function listen(): void {
  for (const type of inputs) window.addEventListener(type, onInput, true);
}

/** The keys of a doubled press. */
const pressing: ReadonlySet<string> = new Set(['Enter', ' ', 'Control', 'Meta', 'Shift', 'Alt']);

function onInput(event: Event): void {
  const key = 'key' in event && typeof event.key === 'string' ? event.key : null;
  if (key !== null && pressing.has(key)) return;
  otherInputAt = pressedAt();
  if (event.type === 'pointerdown' || key === 'Tab' || key?.startsWith('Arrow')) movedAt = otherInputAt;
}

/** Whether what is handled now was pressed before that moment, or soon after it. Not if the clock has gone back since. */
const isTooSoonAfter = (moment: number): boolean => moment <= performance.now() && pressedAt() - moment < doubled;

/** Whether a key press is the second half of one that has done what it was meant for. */
export function isRepetition({ repeat }: { readonly repeat: boolean }): boolean {
  return repeat || (isTooSoonAfter(answeredAt) && otherInputAt < answeredAt);
}

/** Whether a question that appeared then may be unread when Enter is pressed. Other keys do not show that it was read: the person may still be typing. */
export function isUnread(askedAt: number): boolean {
  return isTooSoonAfter(askedAt) && movedAt < askedAt;
}

/** What a button that may cost money needs. Tests find such buttons by the attribute. */
interface CostlyPress {
  readonly 'data-costly': true;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
}

/**
 * For every button that sends something that may cost money. A click or Enter alone presses it. Space, a held or doubled key, Enter together with
 * another key, Enter right after the question appeared, and the second click of a double click do not. If the person moved
 * to the button since it appeared, Enter counts at once.
 * @param question what is asked. A change of it is another question. Null: nothing, because the button is always there.
 */
export function useCostlyPress(onPress: (event: MouseEvent) => void, question?: unknown): CostlyPress {
  const askedAt = useAskedAt(question);
  return {
    'data-costly': true,
    onKeyDown(event) {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      if (!isPlainEnter(event) || isRepetition(event) || isUnread(askedAt.current)) event.preventDefault();
    },
    onClick(event) {
      if (isStrayClick(event, askedAt.current)) return;
      if (event.detail === 0) keyAnswered();
      onPress(event);
    },
  };
}

/** When what a button answers was shown. A change of it is another question. */
function useAskedAt(question: unknown): RefObject<number> {
  const askedAt = useRef(-Infinity);
  useLayoutEffect(() => {
    if (question !== null) askedAt.current = performance.now();
    listen();
  }, [question]);
  return askedAt;
}

/** Whether it is the second click of a double click, or was made before what it would answer was shown. The pointer was on something else then. */
const isStrayClick = ({ detail }: MouseEvent, askedAt: number): boolean => detail > 1 || (detail === 1 && pressedAt() < askedAt);

/** For a button that answers a question that costs nothing. Any key presses it, but no click that was meant for what was there before. */
export function useAnswer(onAnswer: () => void, question: unknown): (event: MouseEvent) => void {
  const askedAt = useAskedAt(question);
  return (event) => {
    if (!isStrayClick(event, askedAt.current)) onAnswer();
  };
}

/** For a form that uses what it has just shown: neither Enter nor a click that was made before the person could read it presses a button. */
export function useReadFirst(shown: unknown): { readonly onKeyDownCapture: (event: KeyboardEvent) => void; readonly onClickCapture: (event: MouseEvent) => void } {
  const shownAt = useAskedAt(shown);
  return {
    onKeyDownCapture(event) {
      if (event.key === 'Enter' && isUnread(shownAt.current)) event.preventDefault();
    },
    onClickCapture(event) {
      if (!isStrayClick(event, shownAt.current)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

const isPlainEnter = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean => key === 'Enter' && !ctrlKey && !metaKey && !altKey && !shiftKey;
