import type { ComponentType } from 'react';
import { create } from 'zustand';
import { currentWords } from '../../words/words.ts';
import { notifyError } from '../toast.tsx';
import { dismiss, type Asked, type DialogKind, type DialogKinds } from './ask.ts';

/** Imports the component of each dialog. */
export type DialogTable = { readonly [Kind in DialogKind]: () => Promise<(props: DialogKinds[Kind]) => unknown> };

/** A component whose kind is not known here. Its props were checked where it was asked for. */
type SomeDialog = ComponentType<object & Asked<unknown>>;

/** The components that were imported. */
export const useDialogCode = create<{ readonly [Kind in DialogKind]?: SomeDialog }>(() => ({}));

const loading = new Set<DialogKind>();

/**
 * Imports a dialog that was asked for. If that fails, the question is answered with no and a message says why, because nobody could see it. Otherwise
 * what comes next would wait for it in silence. The next question of this kind tries again.
 */
export async function loadDialog(kind: DialogKind, table: DialogTable): Promise<void> {
  if (loading.has(kind) || useDialogCode.getState()[kind]) return;
  loading.add(kind);
  try {
    const component = (await table[kind]()) as SomeDialog;
    useDialogCode.setState({ [kind]: component });
  } catch {
    dismiss(kind);
    notifyPartMissing();
  } finally {
    loading.delete(kind);
  }
}

/** Says that a part of the window could not be loaded, and offers to load the window again. */
export function notifyPartMissing(): void {
  notifyError({ code: 'part-missing' }, { label: currentWords()('start.reload'), run: () => window.location.reload() });
}
