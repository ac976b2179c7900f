import { useExportDialog } from '../parts/export/export-dialog-store.ts';
import { useKeepBest } from '../parts/pictures/keep-best.ts';
import { useAccountQuestion } from '../stores/accounts/account-question.ts';
import { useMoneyQuestion } from '../stores/accounts/money-question.ts';
import { useFieldsQuestion } from '../stores/compose/compose-fields.ts';
import { useReferences } from '../stores/compose/compose-references.ts';
import { usePresets } from '../stores/compose/presets.ts';
import { answerSubmission, useSubmissionQuestion } from '../stores/compose/submit.ts';
import { useAlbums } from '../stores/library/albums-store.ts';
import { useSavedSearches } from '../stores/library/saved-searches.ts';
import { useTagsDialog } from '../stores/library/tags-dialog-store.ts';
import { useListDialog } from '../stores/lists/list-dialog-store.ts';
import { usePromptsDialog } from '../stores/prompts/prompts-dialog-store.ts';
import { useWildcardsDialog } from '../stores/wildcards-store.ts';
import { useView } from '../stores/windows/view-store.ts';

/** A dialog whose code is loaded late. */
interface LateDialog {
  /** Returns a function that ends it. */
  readonly onChange: (changed: () => void) => () => void;
  readonly isOpen: () => boolean;
  readonly close: () => void;
  /** Whether a key opens it, so that what is typed next is meant for it. */
  readonly byKey: boolean;
}

interface Store<State> {
  readonly getState: () => State;
  readonly setState: (part: Partial<State>) => void;
  readonly subscribe: (changed: () => void) => () => void;
}

/** A dialog that is open while some fields of a store are not as when it is closed. */
function shownBy<State extends object>(store: Store<State>, closed: Partial<State>, { byKey = true } = {}): LateDialog {
  const keys = Object.keys(closed) as (keyof State)[];
  return {
    onChange: store.subscribe,
    isOpen: () => keys.some((key) => store.getState()[key] !== closed[key]),
    close: () => store.setState(closed),
    byKey,
  };
}

const asked = { byKey: false };

export const lateDialogs: readonly LateDialog[] = [
  shownBy(useAlbums, { adding: null, naming: null }),
  shownBy(useExportDialog, { pictures: null }),
  shownBy(useFieldsQuestion, { question: null }),
  shownBy(useKeepBest, { asked: null }),
  shownBy(useListDialog, { open: false }),
  shownBy(usePresets, { naming: null }),
  shownBy(usePromptsDialog, { open: false }),
  shownBy(useSavedSearches, { naming: null }),
  shownBy(useTagsDialog, { open: false }),
  shownBy(useView, { shortcutsOpen: false }),
  shownBy(useWildcardsDialog, { open: false }),
  shownBy(useAccountQuestion, { question: null }, asked),
  shownBy(useMoneyQuestion, { question: null }, asked),
  shownBy(useReferences, { asked: null }, asked),
  shownBy(useView, { question: null }, asked),
  // The window below them takes no input.
  shownBy(useView, { viewer: null, comparing: false, matrixOpen: false }, asked),
  // What waits for its answer is not sent.
  { ...shownBy(useSubmissionQuestion, { question: null }, asked), close: () => answerSubmission(false) },
];

export function onLateDialogs(changed: () => void): () => void {
  const ends = lateDialogs.map(({ onChange }) => onChange(changed));
  return () => ends.forEach((end) => end());
}

export const isAnyLateDialogOpen = (): boolean => lateDialogs.some(({ isOpen }) => isOpen());
