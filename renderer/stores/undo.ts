import type { AppError } from '../../shared/errors.ts';
import type { Direction, NothingDone, Reverted } from '../../shared/reverting.ts';
import type { UndoToken } from '../../shared/undo-token.ts';
import { bridge } from '../bridge.ts';
import { notify, notifyError, retract } from '../ui/toast.tsx';
import { currentWords, errorWords } from '../words/words.ts';
import { confirmUndo } from './tasks/put-back.ts';

/**
 * `nothing`: it cannot be undone any more. `declined`: the person said no to a question about it. In this case, after an error, or if something later must be undone first (`later`), it
 * can be tried again.
 */
export type Outcome = 'done' | 'nothing' | Exclude<NothingDone, 'gone'> | 'declined' | AppError;

/** `left`: how many it has not reached, because it was stopped. `kept`: how many were changed differently since, and stay so. */
export interface PartlyDone {
  readonly left: number;
  readonly kept: number;
}

/** Something the person did in this window that can be undone. Undo and redo act on exactly this, whatever was done since, or do nothing. */
export type Act = ActOfMain | ActOfWindow;

interface Named {
  /** Its name in the offer to undo it: "hide 3 tasks". */
  readonly name: string;
}

export interface ActWords extends Named {
  /** Its message: "3 tasks hidden". */
  readonly words: string;
}

/** Main undoes it, by its token. */
interface ActOfMain extends Named {
  readonly token: UndoToken;
  /** Runs an undo or redo, and lets what the window shows follow it. */
  readonly around?: (run: () => Promise<Outcome | PartlyDone>, what: Direction) => Promise<Outcome | PartlyDone>;
  /** False: it cannot be redone. Absent: it can. */
  readonly redoes?: false;
}

/** What only the window has: its own text, and what it shows. */
interface ActOfWindow extends Named, Readonly<Record<Direction, () => Promise<Outcome | PartlyDone>>> {}

/** What was done, as main answers it. Without a token, nothing was changed, or it cannot be undone. */
type Done = ActOfWindow | (Omit<ActOfMain, 'token'> & { readonly token: UndoToken | null });

const isUndoable = (act: Done): act is Act => !('token' in act) || act.token !== null;

const canRedo = (act: Act): boolean => !('token' in act) || act.redoes !== false;

function revert(act: Act, what: Direction): Promise<Outcome | PartlyDone> {
  if (!('token' in act)) return act[what]();
  const run = (): Promise<Outcome | PartlyDone> => runUndo(act.token, what);
  return act.around ? act.around(run, what) : run();
}

/** Lets main undo or redo an act. If tasks could be sent because of it, asks first. */
async function runUndo(token: UndoToken, what: Direction): Promise<Outcome | PartlyDone> {
  const answer = await bridge.undoRun({ token, what, agreed: false });
  if (!answer.ok) return answer.error;
  if (answer.value.came !== 'asks') return outcomeOf(answer.value);
  const { question } = answer.value;
  if (!(await confirmUndo(question))) return question.kind === 'put-back' && question.declined === 'done' ? 'done' : 'declined';
  const agreed = await bridge.undoRun({ token, what, agreed: true });
  return agreed.ok ? outcomeOf(agreed.value) : agreed.error;
}

function outcomeOf(reverted: Reverted): Outcome | PartlyDone {
  if (reverted.came === 'asks') return 'declined';
  if (reverted.came === 'nothing') return reverted.why === 'gone' ? 'nothing' : reverted.why;
  const { left, kept } = reverted;
  return left + kept === 0 ? 'done' : { left, kept };
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

/** Does something else once all of an act is undone or done again. */
export async function followedBy(reverting: Promise<Outcome | PartlyDone>, next: (() => Promise<void> | void) | undefined): Promise<Outcome | PartlyDone> {
  const outcome = await reverting;
  if (outcome === 'done' || (typeof outcome === 'object' && 'left' in outcome && outcome.left === 0)) await next?.();
  return outcome;
}

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

/** Remembers an act, and shows a message that offers to undo it. If it has no token, does neither. */
export function didAct({ words, ...act }: Done & ActWords): void {
  if (!isUndoable(act)) return;
  rememberAct(act);
  notify(words, undoing(act));
}

/** The same, without a message. */
export function rememberAct(act: Done): void {
  if (!isUndoable(act)) return;
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

const redoing = (act: Act): ButtonOfMessage | null => (canRedo(act) ? { label: currentWords()('undo.redo-button'), name: currentWords()('undo.redo', { name: act.name }), run: () => void inTurn(() => redo(act)) } : null);

type ButtonOfMessage = NonNullable<Parameters<typeof notify>[1]>;

async function undo(act: Act | undefined): Promise<void> {
  const say = currentWords();
  retract(say('undo.nothing-to-redo'));
  if (act === undefined) return notify(say('undo.nothing'));
  const { name } = act;
  const before = past.get(act);
  if (before !== undefined) return notify(say(before === 'undone' ? 'undo.already' : 'undo.too-late', { name }));
  const outcome = await revert(act, 'undo');
  if (outcome === 'declined') return;
  if (outcome === 'later') return notify(say('undo.later-first', { name }));
  if (typeof outcome === 'object' && 'code' in outcome) return notifyError(outcome);
  if (typeof outcome === 'object' && outcome.left > 0) {
    // The next undo continues here, and a redo does again what was undone.
    done = [...without(done, act), act];
    if (canRedo(act)) undone = [...without(undone, act), act];
    return notify(say('undo.stopped', { name, left: outcome.left }), undoing(act));
  }
  done = without(done, act);
  undone = without(undone, act);
  past.set(act, outcome === 'nothing' || outcome === 'changed' || outcome === 'forgotten' ? 'impossible' : 'undone');
  if (outcome === 'nothing') return notify(say('undo.too-late', { name }));
  if (outcome === 'changed') return notify(say('undo.changed', { name }));
  if (outcome === 'already' || outcome === 'forgotten') return notify(say(`undo.${outcome}`, { name }));
  if (canRedo(act)) undone = [...undone, act];
  notify(say('undo.undone', { name, kept: keptOf(outcome) }), redoing(act));
}

async function redo(act: Act | undefined): Promise<void> {
  const say = currentWords();
  retract(say('undo.nothing'));
  if (act === undefined || !canRedo(act)) return notify(say('undo.nothing-to-redo'));
  const { name } = act;
  if (!undone.includes(act)) return notify(say('undo.too-late-to-redo', { name }));
  const outcome = await revert(act, 'redo');
  if (outcome === 'declined') return;
  if (outcome === 'later') return notify(say('undo.later-first', { name }));
  if (typeof outcome === 'object' && 'code' in outcome) return notifyError(outcome);
  const left = typeof outcome === 'object' ? outcome.left : 0;
  if (left === 0) undone = without(undone, act);
  if (outcome === 'nothing' || outcome === 'changed' || outcome === 'already' || outcome === 'forgotten') return notify(say('undo.too-late-to-redo', { name }));
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
