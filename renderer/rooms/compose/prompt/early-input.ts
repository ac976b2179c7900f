import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { replayWaiting, takeFrame, type EarlyEdit } from '../../../frame/frame-input.ts';
import type { Typed } from '../../../frame/typed-keys.ts';
import { caretMoved, placeCaret, redoPrompt, typePrompt, undoPrompt, useCompose } from '../../../stores/compose/compose-store.ts';
import { type } from '../../../ui/dialogs/typed-ahead.ts';
import { actAsPressed } from '../../../ui/press-time.ts';
import { nextFrame } from '../../../ui/shortcuts/key-listener.ts';

/**
 * Takes over from the frame that the page begins with: text, undo steps, caret and focus go into the field before anything is painted. Then the keys act
 * that waited for the app.
 */
export function useEarlyInput(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const early = takeFrame();
    if (!early) return;
    const { selectionStart, selectionEnd, selectionDirection, scrollTop } = early;
    early.edits.forEach(edit);
    placeCaret(selectionStart, selectionEnd);
    field.current?.focus();
    // The bar had its shadow of the focus before.
    for (const animation of field.current?.form?.getAnimations() ?? []) animation.finish();
    queueMicrotask(() => {
      field.current?.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
      field.current?.scrollTo({ top: scrollTop });
    });
  }, [field]);
  useEffect(() => void replayWaiting(replay), []);
}

function edit({ start, end, text, kind }: EarlyEdit): void {
  if (kind === 'historyUndo') stepUntil(text, undoPrompt);
  if (kind === 'historyRedo') stepUntil(text, redoPrompt);
  if (useCompose.getState().prompt === text) return;
  caretMoved(start, end);
  typePrompt(text, kind);
}

/** A step of the browser may be several of ours. */
function stepUntil(text: string, step: () => void): void {
  let before: string | null = null;
  for (let { prompt } = useCompose.getState(); prompt !== text && prompt !== before; { prompt } = useCompose.getState()) {
    before = prompt;
    step();
  }
}

async function replay(typed: Typed): Promise<void> {
  // What was typed before it must be drawn first.
  await nextFrame();
  const isOfField = typed instanceof DataTransfer || actAsPressed(typed, () => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { ...typed, bubbles: true, cancelable: true })));
  if (isOfField) await type([typed]);
}
