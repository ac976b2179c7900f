import { create } from 'zustand';
import type { ImageId } from '../../shared/task.ts';
import { currentWords } from '../words/words.ts';
import { forgetAct, rememberAct, type Act, type Outcome } from './undo.ts';
import { useView } from './windows/view-store.ts';

/** The fewest and the most pictures that are compared. */
export const comparable = { least: 2, most: 8 } as const;

/** `side`: side by side. `overlay`: one over the other, with a divider. `difference`: differences are bright. The last two modes show two pictures. */
export type CompareMode = 'side' | 'overlay' | 'difference';

/** The pictures that are compared. View state only: knocking one out marks nothing. */
interface CompareState {
  /** In their order. Empty: nothing is compared. */
  readonly ids: readonly ImageId[];
  /** The pictures that were knocked out, the latest last. */
  readonly out: readonly ImageId[];
  /** The picture that keys act on. */
  readonly focused: ImageId | null;
  readonly mode: CompareMode;
}

const nothing: CompareState = { ids: [], out: [], focused: null, mode: 'side' };

export const useCompare = create<CompareState>(() => nothing);

interface CompareView {
  /** Whether the settings are shown. Null until the person opens or closes them. Stays for the next comparison, until the window closes. */
  readonly factsOpen: boolean | null;
  /** Whether there was room for the settings when the comparison was opened. */
  readonly factsFit: boolean;
}

export const useCompareView = create<CompareView>(() => ({ factsOpen: null, factsFit: false }));

export const areFactsShown = ({ factsOpen, factsFit } = useCompareView.getState()): boolean => factsOpen ?? factsFit;

export function toggleComparedFacts(): void {
  useCompareView.setState({ factsOpen: !areFactsShown() });
}

/** The pictures that are left, in order. */
export const left = ({ ids, out }: Pick<CompareState, 'ids' | 'out'>): readonly ImageId[] => ids.filter((id) => !out.includes(id));

/** The two pictures that are laid over each other: the focused one and the next, or the last two. Null if only one is left. */
export function pairOf(state: CompareState): readonly [ImageId, ImageId] | null {
  const shown = left(state);
  const at = Math.min(Math.max(shown.findIndex((id) => id === state.focused), 0), shown.length - 2);
  const [first, second] = [shown[at], shown[at + 1]];
  return first === undefined || second === undefined ? null : [first, second];
}

/** Shows pictures for comparison, the first of them focused. */
export function openCompare(ids: readonly ImageId[]): void {
  useCompare.setState({ ...nothing, ids, focused: ids[0] ?? null });
  useView.setState({ viewer: null, comparing: true });
}

export function closeCompare(): void {
  useView.setState({ comparing: false });
}

// Going to another page closes it too.
useView.subscribe(({ comparing }, before) => {
  if (comparing || !before.comparing) return;
  useCompare.setState(nothing);
  // Forget the knock-outs, so that undo continues with what was done before.
  knockOuts.forEach(forgetAct);
  knockOuts = [];
});

export function focusCompared(id: ImageId): void {
  useCompare.setState({ focused: id });
}

export function setCompareMode(mode: CompareMode): void {
  useCompare.setState({ mode });
}

/** Adds a picture at the end and focuses it, even if it was knocked out before. */
export function addCompared(id: ImageId): void {
  useCompare.setState(({ ids, out }) => ({ ids: [...ids.filter((other) => other !== id), id], out: out.filter((other) => other !== id), focused: id }));
}

/** The undo steps of this comparison. */
let knockOuts: Act[] = [];

/** Takes a picture out of the comparison until it is brought back. The last one stays. */
export function knockOut(id: ImageId): void {
  if (!takeOut(id)) return;
  const act: Act = {
    name: currentWords()('compare.act.knock-out'),
    undo: () => Promise.resolve<Outcome>(bringBack(id) ? 'done' : 'nothing'),
    redo: () => Promise.resolve<Outcome>(takeOut(id) ? 'done' : 'nothing'),
  };
  knockOuts.push(act);
  rememberAct(act);
}

/** Shows a picture again that was knocked out, and focuses it. False if it was not. */
export function bringBack(id: ImageId): boolean {
  const { out } = useCompare.getState();
  if (!out.includes(id)) return false;
  useCompare.setState({ out: out.filter((other) => other !== id), focused: id });
  return true;
}

function takeOut(id: ImageId): boolean {
  const state = useCompare.getState();
  const shown = left(state);
  if (shown.length < comparable.least || !shown.includes(id)) return false;
  const rest = shown.filter((other) => other !== id);
  const next = rest[Math.min(shown.indexOf(id), rest.length - 1)] ?? null;
  useCompare.setState({
    out: [...state.out, id],
    focused: state.focused === id ? next : state.focused,
    ...(rest.length < comparable.least && { mode: 'side' as const }),
  });
  return true;
}
