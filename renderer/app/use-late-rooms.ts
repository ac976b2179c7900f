import { useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { useExportDialog } from '../parts/export/export-dialog-store.ts';
import { useKeepBest } from '../parts/pictures/keep-best.ts';
import { useAlbums } from '../stores/library/albums-store.ts';
import { usePresets } from '../stores/compose/presets.ts';
import { useFieldsQuestion } from '../stores/compose/compose-fields.ts';
import { useListDialog } from '../stores/lists/list-dialog-store.ts';
import { usePromptsDialog } from '../stores/prompts/prompts-dialog-store.ts';
import { useSavedSearches } from '../stores/library/saved-searches.ts';
import { useTagsDialog } from '../stores/library/tags-dialog-store.ts';
import { useView } from '../stores/windows/view-store.ts';
import { useWildcardsDialog } from '../stores/wildcards-store.ts';
import type * as LateRooms from './late-rooms.ts';

const useLoaded = create<{ readonly rooms: typeof LateRooms | null }>(() => ({ rooms: null }));

/** Milliseconds after the first screen, so that its pictures are loaded and decoded first. */
const firstScreen = 300;
/** Milliseconds after which rooms and dialogs are loaded even if the window is never idle. A question about money may be among them. */
const idleAtLatest = 1_000;

let loading: Promise<void> | null = null;

function load(): void {
  // If it fails, the next room that opens tries again.
  loading ??= import('./late-rooms.ts').then((rooms) => useLoaded.setState({ rooms }), () => void (loading = null));
}

/**
 * Rooms and dialogs that the first screen does not show. Null until they are loaded: when the window is idle, or at once if one `isWanted` or a
 * dialog is opened. Then they render at once, where `React.lazy` would show its fallback first. What is typed for a dialog meanwhile is not lost.
 */
export function useLateRooms(isWanted: boolean): typeof LateRooms | null {
  const isDialogOpen = useSyncExternalStore(onDialogs, isAnyDialogOpen);
  useEffect(() => {
    if (isWanted || isDialogOpen) return load();
    const timer = setTimeout(() => requestIdleCallback(load, { timeout: idleAtLatest }), firstScreen);
    return () => clearTimeout(timer);
  }, [isWanted, isDialogOpen]);
  const rooms = useLoaded((loaded) => loaded.rooms);
  const isLoaded = rooms !== null;
  useEffect(() => {
    if (isLoaded) return;
    window.addEventListener('keydown', holdTyped, true);
    return () => window.removeEventListener('keydown', holdTyped, true);
  }, [isLoaded]);
  useEffect(() => {
    document.addEventListener('focusin', insertTyped);
    return () => document.removeEventListener('focusin', insertTyped);
  }, []);
  return rooms;
}

/** What was typed for a dialog while it was being loaded. */
let typed = '';

function holdTyped(event: KeyboardEvent): void {
  if (!awaitsDialog() || event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  typed += event.key;
}

/** Types it into the dialog's first field. */
function insertTyped({ target }: FocusEvent): void {
  if (typed === '' || !(target instanceof HTMLElement) || target.closest('[data-modal]') === null) return;
  const text = typed;
  typed = '';
  // The dialog is still being rendered when it takes the focus.
  queueMicrotask(() => document.execCommand('insertText', false, text));
}

/** Whether a dialog is opening: its code is being loaded, or it is rendered a frame later. Letters that are typed for it must not act on the room below. */
export function awaitsDialog(): boolean {
  const isLoadable = useLoaded.getState().rooms !== null || loading !== null;
  return isLoadable && isAnyDialogOpen() && document.querySelector('[data-modal]') === null;
}

/** The stores of the dialogs that a key opens. */
const dialogs = [useAlbums, useExportDialog, useFieldsQuestion, useKeepBest, useListDialog, usePresets, usePromptsDialog, useSavedSearches, useTagsDialog, useView, useWildcardsDialog] as const;

function onDialogs(changed: () => void): () => void {
  const ends = dialogs.map((store) => store.subscribe(changed));
  return () => ends.forEach((end) => end());
}

function isAnyDialogOpen(): boolean {
  const { adding, naming } = useAlbums.getState();
  const named = [adding, naming, useExportDialog.getState().pictures, useFieldsQuestion.getState().question, useKeepBest.getState().asked, usePresets.getState().naming, useSavedSearches.getState().naming];
  const open = [useListDialog, usePromptsDialog, useTagsDialog, useWildcardsDialog].some((store) => store.getState().open);
  return open || useView.getState().shortcutsOpen || named.some((each) => each !== null);
}
