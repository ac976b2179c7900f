import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { longestNote, tidyNote } from '../../../shared/library/marks.ts';
import { useMarksStore } from '../../stores/pictures/marks-store.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import type { KeyPress } from '../../ui/shortcuts/chords.ts';
import { useWords } from '../../words/words.ts';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { takeFieldRequest } from './field-request.ts';
import { returnFocus } from './return-focus.ts';
import { mark } from './mark-actions.ts';
import { useLeaving } from './use-leaving.ts';

interface NoteFieldProps {
  /** The picture, or all that are selected together. */
  readonly of: MarkTarget;
  /** The picture's note, null until it is loaded. Empty for several pictures, whose notes a new one replaces. */
  readonly note: string | null;
  /** Whether a key keeps the note and leads back to the picture, as Escape does. */
  readonly isKeep: (press: KeyPress) => boolean;
}

/**
 * The note of one picture, or a new one for several. Leaving the field in any way saves the note, so that nothing typed is lost. Undo restores the
 * previous notes. Needs a `key` that names the picture.
 */
export function NoteField({ of, note, isKeep }: NoteFieldProps) {
  const say = useWords();
  const several = of.together > 1;
  const field = useRef<HTMLTextAreaElement>(null);
  /** Null: nothing was typed. */
  const [draft, setDraft] = useState<string | null>(null);
  /** The draft that is being saved. What is typed after it stays when the saved note arrives. */
  const [saving, setSaving] = useState<string | null>(null);
  const [shown, setShown] = useState(note);
  if (shown !== note) {
    setShown(note);
    setSaving(null);
    // Text that was typed before the note was loaded is appended to it.
    if (shown === null && draft !== null) setDraft(`${note ?? ''}${draft}`);
    else if (draft === saving) setDraft(null);
  }
  const requests = useMarksStore((state) => state.fieldRequests);
  useEffect(() => {
    const area = field.current;
    if (!area || area.closest('[inert]') || !takeFieldRequest('note')) return;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  }, [requests]);
  /** What was selected when the field got the focus. A click elsewhere may select other pictures before the field loses it. */
  const chosen = useRef(of.target);
  const keep = (): void => {
    if (note === null || draft === null) return;
    const typed = tidyNote(draft);
    if (typed === note || several) setDraft(null);
    if (typed === note) return;
    setSaving(draft);
    void save(typed, draft);
  };
  const save = async (typed: string, written: string): Promise<void> => {
    const isSaved = await mark(chosen.current(), { kind: 'note', note: typed });
    // The draft for one picture stays until its note has arrived.
    if (!isSaved && several) setDraft((now) => now ?? written);
  };
  const leaving = useLeaving(keep);
  const keepWhatWasTyped = useEffectEvent(() => {
    if (document.activeElement !== field.current) keep();
  });
  const loaded = note !== null;
  // The field may have been left before the note was loaded.
  useEffect(() => {
    if (loaded) keepWhatWasTyped();
  }, [loaded]);
  return (
    <TextArea
      ref={field}
      value={draft ?? note ?? ''}
      maxLength={longestNote}
      rows={draft ?? note ? 3 : 1}
      dir="auto"
      aria-label={say('marks.note')}
      placeholder={say(several ? 'marks.note-placeholder-all' : 'marks.note-placeholder')}
      onValueChange={setDraft}
      onFocus={() => {
        const target = of.target();
        chosen.current = () => target;
        leaving.onFocus();
      }}
      onBlur={leaving.onBlur}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Escape' && !isKeep(event))) return;
        event.preventDefault();
        returnFocus(field.current);
      }}
    />
  );
}
