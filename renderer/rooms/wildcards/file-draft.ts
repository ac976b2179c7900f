import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import { bridge } from '../../bridge.ts';
import { readWildcards } from '../../stores/compose/template-store.ts';

/** A wildcard file as it is being edited. */
interface FileDraft {
  readonly file: string;
  /** As it was read or saved. */
  readonly saved: string;
  readonly version: string;
  readonly text: string;
}

interface DraftStore {
  readonly draft: FileDraft | null;
  readonly error: AppError | null;
  /** What waits until the person has saved or discarded the changes. */
  readonly pending: (() => void) | null;
  open(file: string): Promise<void>;
  type(text: string): void;
  save(): Promise<boolean>;
  discard(): void;
  forget(): void;
  /** Runs `next` now, or when nothing unsaved would be lost. */
  leave(next: () => void): void;
}

export const useFileDraft = create<DraftStore>((set, get) => ({
  draft: null,
  error: null,
  pending: null,
  async open(file) {
    const answer = await bridge.wildcardsRead({ file });
    if (answer.ok) set({ draft: { file, saved: answer.value.text, text: answer.value.text, version: answer.value.version }, error: null });
    else set({ draft: null, error: answer.error });
  },
  type: (text) => set(({ draft }) => ({ draft: draft && { ...draft, text }, error: null })),
  async save() {
    const { draft } = get();
    if (!draft) return true;
    const { file, text, version } = draft;
    const answer = await bridge.wildcardsSave({ file, text, version });
    if (!answer.ok) {
      set({ error: answer.error, pending: null });
      return false;
    }
    // The person may have typed meanwhile.
    set((now) => ({ draft: now.draft?.file === file ? { ...now.draft, saved: text, version: answer.value.version } : now.draft, error: null }));
    await readWildcards();
    proceed();
    return true;
  },
  discard() {
    set(({ draft }) => ({ draft: draft && { ...draft, text: draft.saved }, error: null }));
    proceed();
  },
  forget: () => set({ draft: null, error: null, pending: null }),
  leave(next) {
    const { draft } = get();
    if (draft && draft.text !== draft.saved) set({ pending: next });
    else next();
  },
}));

function proceed(): void {
  const { pending } = useFileDraft.getState();
  useFileDraft.setState({ pending: null });
  pending?.();
}
