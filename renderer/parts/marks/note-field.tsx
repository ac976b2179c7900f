import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { longestNote, tidyNote } from '../../../shared/library/marks.ts';
import type { ImageId } from '../../../shared/task.ts';
import { useMarksStore } from '../../stores/pictures/marks-store.ts';
import { onePicture } from '../../stores/selection/mark-target.ts';
import { isShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { useWords } from '../../words/words.ts';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { takeFieldRequest } from './field-request.ts';
import { leaveField } from './leave-field.ts';
import { mark } from './mark-actions.ts';

interface NoteFieldProps {
  readonly imageId: ImageId;
  /** Null until it is loaded. */
  readonly note: string | null;
}

/**
 * The note of one picture. Leaving the field in any way saves the note, so that nothing typed is lost. Undo restores the previous note. Needs a
 * `key` with the picture's id.
 */
export function NoteField({ imageId, note }: NoteFieldProps) {
  const say = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Null: nothing was typed since the note was loaded. */
  const [draft, setDraft] = useState<string | null>(null);
  const [shown, setShown] = useState(note);
  if (shown !== note) {
    setShown(note);
    setDraft(null);
  }
  const requests = useMarksStore((state) => state.fieldRequests);
  useEffect(() => {
    if (!field.current?.closest('[inert]') && takeFieldRequest('note')) field.current?.focus();
  }, [requests]);
  const keep = (): void => {
    if (note === null || draft === null) return;
    const typed = tidyNote(draft);
    if (typed === note) setDraft(null);
    else void mark(onePicture(imageId).target(), { kind: 'note', note: typed });
  };
  // The field may unmount while it has the focus, when another picture is shown.
  const keepAtTheEnd = useEffectEvent(keep);
  const focused = useRef(false);
  useEffect(() => () => void (focused.current && keepAtTheEnd()), []);
  return (
    <TextArea
      ref={field}
      value={draft ?? note ?? ''}
      readOnly={note === null}
      maxLength={longestNote}
      rows={draft ?? note ? 3 : 1}
      dir="auto"
      aria-label={say('marks.note')}
      placeholder={say('marks.note-placeholder')}
      onValueChange={setDraft}
      onFocus={() => void (focused.current = true)}
      onBlur={() => {
        focused.current = false;
        keep();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && !isShortcut('keep-note', event)) return;
        event.preventDefault();
        leaveField(field.current);
      }}
    />
  );
}
