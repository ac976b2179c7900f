import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import type { UncertainWildcard } from '../../../shared/templates/wildcard-files.ts';
import { readText } from '../../../shared/texts/text-reader.ts';
import { bridge } from '../../bridge.ts';
import { readWildcards } from '../../stores/compose/template-store.ts';
import { readingsOf, type Reading } from '../../stores/lists/readings.ts';

/** A wildcard file as it is being edited. */
interface FileDraft {
  readonly file: string;
  /** As it was read or saved. Null: the file is not in Unicode yet. */
  readonly saved: string | null;
  readonly version: string;
  readonly text: string;
}

/** A file that is not in Unicode, and how it may be read. */
interface Unread extends UncertainWildcard {
  readonly file: string;
  readonly readings: readonly Reading[];
}

interface DraftStore {
  readonly draft: FileDraft | null;
  /** What only the person can read. Kept until the draft is saved. */
  readonly unread: Unread | null;
  readonly error: AppError | null;
  /** What waits until the person has saved or discarded the changes. */
  readonly pending: (() => void) | null;
  open(file: string): Promise<void>;
  /** Reads `unread` in the encoding that the person chose. */
  readAs(encoding: Reading['encoding']): void;
  type(text: string): void;
  save(): Promise<boolean>;
  discard(): void;
  forget(): void;
  /** Runs `next` now, or when nothing unsaved would be lost. */
  leave(next: () => void): void;
}

export const useFileDraft = create<DraftStore>((set, get) => ({
  draft: null,
  unread: null,
  error: null,
  pending: null,
  async open(file) {
    const answer = await bridge.wildcardsRead({ file });
    if (!answer.ok) return set({ draft: null, unread: null, error: answer.error });
    if ('text' in answer.value) return set({ draft: { file, saved: answer.value.text, text: answer.value.text, version: answer.value.version }, unread: null, error: null });
    const { bytes, version } = answer.value;
    const readings = await readingsOf(new Blob([new Uint8Array(bytes)]));
    const isReadable = readings.length > 0;
    set({ draft: null, unread: isReadable ? { file, bytes, version, readings } : null, error: isReadable ? null : { code: 'file-not-text', detail: file } });
  },
  readAs: (encoding) => set(({ unread }) => (unread ? { draft: { file: unread.file, saved: null, text: readText(unread.bytes, encoding), version: unread.version }, error: null } : {})),
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
    set((now) => ({ draft: now.draft?.file === file ? { ...now.draft, saved: text, version: answer.value.version } : now.draft, unread: null, error: null }));
    await readWildcards();
    proceed();
    return true;
  },
  discard() {
    set(({ draft }) => ({ draft: draft === null || draft.saved === null ? null : { ...draft, text: draft.saved }, error: null }));
    proceed();
  },
  forget: () => set({ draft: null, unread: null, error: null, pending: null }),
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
