import type { AppError } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
import { notify, notifyError, retract } from '../ui/toast.tsx';
import { currentWords, errorWords } from '../words/words.ts';

/** Something the person did in this window that can be undone. `undo` and `redo` act on exactly this, whatever was done since, or do nothing. */
export interface Act {
  /** Its name in the offer to undo it: "hide 3 tasks". */
  readonly name: string;
  readonly undo: () => Promise<Outcome | PartlyDone>;
  /** Null: it cannot be redone. */
  readonly redo: (() => Promise<Outcome | PartlyDone>) | null;
}

/**
 * `nothing`: it cannot be undone any more. `changed`: nor can it, because what it changed was changed differently since. `already`: it was undone in another way. `later`: what was
 * done since must be undone first. In this case, after an error, or if the person declined a question about it, it can be tried again.
 */
export type Outcome = 'done' | 'nothing' | 'changed' | 'already' | 'later' | 'declined' | AppError;

/** `left`: pictures that it has not reached, because it was stopped. `kept`: pictures that were marked differently since, and stay so. */
export interface PartlyDone {
  readonly left: number;
  readonly kept: number;
}

/** What came of an undo or redo that is one call. If main answers `wrong-state`, the tasks have moved on. */
export async function outcomeOf(call: Promise<Result<unknown>>): Promise<Outcome> {
  const answer = await call;
  if (answer.ok) return 'done';
  return answer.error.code === 'wrong-state' ? 'nothing' : answer.error;
}

/** In words, the error with which an act ended. Null: there was none. */
export const refusalOf = (outcome: Outcome): string | null => (typeof outcome === 'object' ? errorWords(currentWords(), outcome) : null);

const mostActs = 50;

/** Latest last. Acts of an earlier run of the window cannot be undone here. An act that is half undone is in both lists. */
let done: Act[] = [];
let undone: Act[] = [];
/** Acts of which nothing is left to undo, in either list or in none. A message about one of them may still be shown. */
const past = new WeakMap<Act, 'undone' | 'impossible'>();
/** The last undo or redo. They run one at a time, in the order of the key presses. */
let running: Promise<void> = Promise.resolve();

/** Acts that main is still doing. */
const underWay = new Set<Promise<unknown>>();

/** An act that is remembered once main has answered. Undo waits for acts that main has not answered. */
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
  notify(words, undoing(act));
}

/** The same, without a message. */
export function rememberAct(act: Act): void {
  done = [...done, act].slice(-mostActs);
  undone = [];
}

/** The acts that can be undone, latest last. */
export const actsSoFar = (): readonly Act[] => done;

/** Remembers an act that took long, in the order in which the person began it: it is undone after those that were done meanwhile. `earlier`: the acts before it. What was undone meanwhile can still be redone. */
export function rememberLateAct(act: Act, earlier: readonly Act[]): void {
  const place = done.findLastIndex((other) => earlier.includes(other)) + 1;
  done = done.toSpliced(place, 0, act).slice(-mostActs);
}

/** The act was undone elsewhere, or means nothing any more. */
export function forgetAct(act: Act): void {
  done = without(done, act);
  undone = without(undone, act);
  past.set(act, 'impossible');
}

/** Undoes the latest act of this window. */
export const undoLatest = (): Promise<void> => inTurn(() => undo(done.at(-1)));

/** Redoes the act that was undone last. */
export const redoLatest = (): Promise<void> => inTurn(() => redo(undone.at(-1)));

/** Undoes the act of a message, whatever was done since. */
const undoAct = (act: Act): Promise<void> => inTurn(() => undo(act));

const undoing = (act: Act): ButtonOfMessage => ({ label: currentWords()('undo.button'), name: currentWords()('undo.do', { name: act.name }), run: () => void undoAct(act) });

const redoing = (act: Act): ButtonOfMessage | null => act.redo && { label: currentWords()('undo.redo-button'), name: currentWords()('undo.redo', { name: act.name }), run: () => void inTurn(() => redo(act)) };

type ButtonOfMessage = NonNullable<Parameters<typeof notify>[1]>;

async function undo(act: Act | undefined): Promise<void> {
  const say = currentWords();
  retract(say('undo.nothing-to-redo'));
  if (act === undefined) return notify(say('undo.nothing'));
  const { name } = act;
  const before = past.get(act);
  if (before !== undefined) return notify(say(before === 'undone' ? 'undo.already' : 'undo.too-late', { name }));
  const outcome = await act.undo();
  if (outcome === 'declined') return;
  if (outcome === 'later') return notify(say('undo.later-first', { name }));
  if (typeof outcome === 'object' && 'code' in outcome) return notifyError(outcome);
  if (typeof outcome === 'object' && outcome.left > 0) {
    // The next undo continues here, and a redo does again what was undone.
    done = [...without(done, act), act];
    if (act.redo) undone = [...without(undone, act), act];
    return notify(say('undo.stopped', { name, left: outcome.left }), undoing(act));
  }
  done = without(done, act);
  undone = without(undone, act);
  past.set(act, outcome === 'nothing' || outcome === 'changed' ? 'impossible' : 'undone');
  if (outcome === 'nothing') return notify(say('undo.too-late', { name }));
  if (outcome === 'changed') return notify(say('undo.changed', { name }));
  if (outcome === 'already') return notify(say('undo.already', { name }));
  if (act.redo) undone = [...undone, act];
  notify(say('undo.undone', { name, kept: keptOf(outcome) }), redoing(act));
}

async function redo(act: Act | undefined): Promise<void> {
  const say = currentWords();
  retract(say('undo.nothing'));
  if (!act?.redo) return notify(say('undo.nothing-to-redo'));
  const { name } = act;
  if (!undone.includes(act)) return notify(say('undo.too-late-to-redo', { name }));
  const outcome = await act.redo();
  if (outcome === 'declined') return;
  if (outcome === 'later') return notify(say('undo.later-first', { name }));
  if (typeof outcome === 'object' && 'code' in outcome) return notifyError(outcome);
  const left = typeof outcome === 'object' ? outcome.left : 0;
  if (left === 0) undone = without(undone, act);
  if (outcome === 'nothing' || outcome === 'changed' || outcome === 'already') return notify(say('undo.too-late-to-redo', { name }));
  done = [...without(done, act), act];
  past.delete(act);
  if (left > 0) return notify(say('undo.redo-stopped', { name, left }), redoing(act));
  notify(say('undo.redone', { name, kept: keptOf(outcome) }), undoing(act));
}

const keptOf = (outcome: Outcome | PartlyDone): number => (typeof outcome === 'object' && 'kept' in outcome ? outcome.kept : 0);

const without = (acts: readonly Act[], act: Act): Act[] => acts.filter((other) => other !== act);

function inTurn(run: () => Promise<void> | undefined): Promise<void> {
  const before = [...underWay];
  running = running.then(() => Promise.allSettled(before)).then(run);
  return running;
}
