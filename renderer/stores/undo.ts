import type { AppError } from '../../shared/errors.ts';
import { notify, notifyError } from '../ui/toast.tsx';
import { currentWords } from '../words/words.ts';

/** Something the person did in this window that can be undone. */
export interface Act {
  /** Its name in the offer to undo it: "hide 3 tasks". */
  readonly name: string;
  readonly undo: () => Promise<Outcome>;
  /** Null: it cannot be redone. */
  readonly redo: (() => Promise<Outcome>) | null;
}

/** `nothing`: it cannot be undone any more. After an error, or if the person declined a question about it, it can be tried again. */
export type Outcome = 'done' | 'nothing' | 'declined' | AppError;

const mostActs = 50;

/** Latest last. Acts of an earlier run of the window cannot be undone here. */
let done: Act[] = [];
let undone: Act[] = [];
/** The last undo or redo. They run one at a time, in the order of the key presses. */
let running: Promise<void> = Promise.resolve();

/** Acts that main is still doing. */
const underWay = new Set<Promise<unknown>>();

/** An act that is remembered once main has answered. An undo that the person asks for meanwhile waits for it, so that it is the one that is undone. */
export async function acting<Value>(act: Promise<Value>): Promise<Value> {
  underWay.add(act);
  try {
    return await act;
  } finally {
    underWay.delete(act);
  }
}

/** Remembers an act, and shows a message (`words`: "3 tasks hidden") that offers to undo it. */
export function didAct({ words, ...act }: Act & { readonly words: string }): void {
  rememberAct(act);
  notify(words, { label: currentWords()('undo.do', { name: act.name }), run: () => void undoAct(act) });
}

/** The acts that can be undone, latest last. */
export const actsSoFar = (): readonly Act[] => done;

/** The same, without a message. `earlier`: the acts before it. An act that takes long is undone after those that were done meanwhile. */
export function rememberAct(act: Act, earlier: readonly Act[] = done): void {
  const place = done.findLastIndex((other) => earlier.includes(other)) + 1;
  done = done.toSpliced(place, 0, act).slice(-mostActs);
  undone = [];
}

/** The act was undone elsewhere. */
export function forgetAct(act: Act): void {
  done = done.filter((other) => other !== act);
}

/** Undoes the latest act of this window. */
export const undoLatest = (): Promise<void> => inTurn(undoTop);

/** Redoes the act that was undone last. */
export const redoLatest = (): Promise<void> => inTurn(redoTop);

/** Undoes the act of a message, unless the person has done something else since. */
function undoAct(act: Act): Promise<void> {
  return inTurn(() => (done.at(-1) === act ? undoTop() : undefined));
}

async function undoTop(): Promise<void> {
  const say = currentWords();
  const act = done.at(-1);
  if (act === undefined) return notify(say('undo.nothing'));
  const outcome = await act.undo();
  if (outcome === 'declined') return;
  if (typeof outcome === 'object') return notifyError(outcome);
  done = done.filter((other) => other !== act);
  if (outcome === 'nothing') return notify(say('undo.too-late', { name: act.name }));
  undone = act.redo ? [...undone, act] : [];
  notify(say('undo.undone', { name: act.name }), act.redo && { label: say('undo.redo', { name: act.name }), run: () => void redoLatest() });
}

async function redoTop(): Promise<void> {
  const say = currentWords();
  const act = undone.at(-1);
  if (!act?.redo) return notify(say('undo.nothing-to-redo'));
  const outcome = await act.redo();
  if (outcome === 'declined') return;
  if (typeof outcome === 'object') return notifyError(outcome);
  undone = undone.filter((other) => other !== act);
  if (outcome === 'nothing') return notify(say('undo.too-late-to-redo', { name: act.name }));
  done = [...done, act];
  notify(say('undo.redone', { name: act.name }), { label: say('undo.do', { name: act.name }), run: () => void undoAct(act) });
}

function inTurn(run: () => Promise<void> | undefined): Promise<void> {
  const before = [...underWay];
  running = running.then(() => Promise.allSettled(before)).then(run);
  return running;
}
