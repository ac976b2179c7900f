import { createContext, createElement, useContext, useEffect, useMemo, type ReactNode } from 'react';
import { end, useOpenings, type Opening } from './ask.ts';
import { loadDialog, useDialogCode, type DialogTable } from './load-dialog.ts';
import { loopFocus } from './loop-focus.ts';
import { keepTyped } from './typed-ahead.ts';

/** What the host shows: a dialog, and those above it. */
interface Shown {
  readonly opening: Opening;
  readonly above: ReactNode;
}

const ShownContext = createContext<Shown | null>(null);

/** For the dialog that renders it. */
export function useShown(): Shown {
  const shown = useContext(ShownContext);
  if (shown === null) throw new Error('a dialog is shown by ask(), not rendered');
  return shown;
}

/** Shows the dialogs that are asked for. Nothing is imported or mounted before that. The app mounts it once. */
export function DialogHost({ table }: { readonly table: DialogTable }) {
  const { openings } = useOpenings();
  useEffect(keepTyped, []);
  useEffect(loopFocus, []);
  useEffect(() => {
    for (const { kind, open } of openings) if (open) void loadDialog(kind, table);
  }, [openings, table]);
  return <Stack openings={openings} />;
}

/** Each dialog is a child of the one below it, so that Base UI lets Escape and the focus trap apply to the topmost only. */
function Stack({ openings: [opening, ...rest] }: { readonly openings: readonly Opening[] }) {
  if (!opening) return null;
  return <Layer key={opening.id} opening={opening} above={<Stack openings={rest} />} />;
}

function Layer({ opening, above }: Shown) {
  const { id, kind, props } = opening;
  const component = useDialogCode((code) => code[kind]);
  const given = useMemo(() => ({ close: () => end(id), answer: (answer: unknown) => end(id, answer) }), [id]);
  if (!component || props === null) return above;
  return <ShownContext value={{ opening, above }}>{createElement(component, { ...props, ...given })}</ShownContext>;
}

/** Rendered by a dialog if what it is about is gone: there is nothing left to ask. */
export function NothingToAsk({ close }: { readonly close: () => void }) {
  useEffect(close, [close]);
  return useShown().above;
}
