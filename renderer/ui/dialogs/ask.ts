import type { ReactNode } from 'react';
import { create } from 'zustand';

/** What the host gives to each dialog, besides the props that it is asked with. */
export interface Asked<Answer = never> {
  /** Closes it without an answer. */
  readonly close: () => void;
  readonly answer: (answer: Answer) => void;
}

/** The props of each dialog, by its kind. The app's table of kinds declares them, so that a wrong kind or prop is a type error. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- the app adds to it
export interface DialogKinds {}

export type DialogKind = keyof DialogKinds;
type PropsOf<Kind extends DialogKind> = Omit<DialogKinds[Kind], keyof Asked>;
type AnswerOf<Kind extends DialogKind> = DialogKinds[Kind] extends { readonly answer: (answer: infer Answer) => void } ? Answer : never;
/** Nothing for a dialog without props. A promise: main is asked first, and null means that there is nothing to ask about. */
type Given<Kind extends DialogKind> = keyof PropsOf<Kind> extends never ? [] : [props: PropsOf<Kind> | Promise<PropsOf<Kind> | null>];

/** A dialog that was asked for and has not faded out. */
export interface Opening {
  readonly id: number;
  readonly kind: DialogKind;
  /** Counts what it was asked. Each time, it starts afresh. */
  readonly round: number;
  /** Null: main has not said yet what it is about. */
  readonly props: object | null;
  readonly open: boolean;
  /** Whether it has the focus. Keys that are pressed before then are kept for it (typed-ahead.ts). */
  readonly arrived: boolean;
  /** Whether it has faded out. It stays while another one is above it. */
  readonly gone: boolean;
}

/** Each is above those before it. One of a kind at most. */
export const useOpenings = create<{ readonly openings: readonly Opening[] }>(() => ({ openings: [] }));

const resolvers = new Map<number, (answer: unknown) => void>();
let latest = 0;

/** Opens a dialog, above those that are open. One of the same kind that is open is replaced. Resolves to null if it is closed without an answer. */
export async function ask<Kind extends DialogKind>(kind: Kind, ...[given]: Given<Kind>): Promise<AnswerOf<Kind> | null> {
  const { openings } = useOpenings.getState();
  const before = openings.at(-1)?.kind === kind ? openings.at(-1) : undefined;
  for (const other of openings) if (other.kind === kind) resolve(other.id, null);
  const id = before?.id ?? ++latest;
  const isLater = given instanceof Promise;
  const opening: Opening = { id, kind, round: (before?.round ?? 0) + 1, props: isLater ? null : (given ?? {}), open: true, arrived: false, gone: false };
  const answer = new Promise<unknown>((resolved) => resolvers.set(id, resolved));
  useOpenings.setState({ openings: [...openings.filter((other) => other.kind !== kind), opening] });
  if (isLater) {
    const props = await given.catch(() => null);
    // Main may answer an earlier question after a later one took its place.
    const isCurrent = useOpenings.getState().openings.some((other) => other.id === id && other.round === opening.round && other.open);
    if (isCurrent && props === null) end(id);
    else if (isCurrent) update(id, { props });
  }
  return (await answer) as AnswerOf<Kind> | null;
}

/** A question for one line of text. */
export interface TextQuestion {
  readonly title: string;
  readonly description?: ReactNode;
  /** The name of the field. */
  readonly label: string;
  /** What is in the field at first. */
  readonly value?: string;
  readonly longest: number;
  readonly confirm: string;
  /** What is said of a text while it is typed. */
  readonly check?: (text: string) => TextCheck;
  /** Uses the text. Returns in words why it cannot be used, and the question stays open; null: it was. */
  readonly save?: (text: string) => Promise<string | null>;
}

interface TextCheck {
  /** Why it cannot be used. */
  readonly wrong?: string | null | undefined;
  /** It would change nothing, so it cannot be confirmed. */
  readonly isSame?: boolean;
  readonly hint?: string | undefined;
  /** What the button does with it, if not what it usually does. */
  readonly confirm?: string | undefined;
}

/** Asks for a name or another line of text. Resolves to the trimmed text once it is saved; null: the person declined. */
export const askText = (question: TextQuestion): Promise<string | null> => ask('text', { question });

/** What the open dialog of a kind was asked with. Null: none is open. */
export function propsOf<Kind extends DialogKind>(kind: Kind): PropsOf<Kind> | null {
  return (openOf(kind)?.props ?? null) as PropsOf<Kind> | null;
}

/** Changes what the open dialog of a kind is about. */
export function change<Kind extends DialogKind>(kind: Kind, props: Partial<PropsOf<Kind>>): void {
  const opening = openOf(kind);
  if (opening) update(opening.id, { props: { ...opening.props, ...props } });
}

/** Closes the open dialog of a kind, if there is one. */
export function dismiss(kind: DialogKind): void {
  const opening = openOf(kind);
  if (opening) end(opening.id);
}

const openOf = (kind: DialogKind): Opening | undefined => useOpenings.getState().openings.find((opening) => opening.kind === kind && opening.open);

/** Closes a dialog. A second answer counts for nothing. */
export function end(id: number, answer: unknown = null): void {
  // What was not shown has nothing to fade out.
  update(id, (opening) => ({ open: false, gone: opening.gone || !opening.arrived }));
  resolve(id, answer);
}

export const arrive = (id: number): void => update(id, { arrived: true });

/** A dialog has faded out. */
export const leave = (id: number): void => update(id, ({ open }) => ({ gone: !open }));

function resolve(id: number, answer: unknown): void {
  resolvers.get(id)?.(answer);
  resolvers.delete(id);
}

function update(id: number, changed: Partial<Opening> | ((opening: Opening) => Partial<Opening>)): void {
  const { openings } = useOpenings.getState();
  const next = openings.map((opening) => (opening.id === id ? { ...opening, ...(typeof changed === 'function' ? changed(opening) : changed) } : opening));
  // Those below one that is shown stay, because React would mount it again without them.
  useOpenings.setState({ openings: next.slice(0, next.findLastIndex(({ gone }) => !gone) + 1) });
}
