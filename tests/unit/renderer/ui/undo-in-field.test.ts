import { expect, test } from 'vitest';
import { createUndoGuard } from '../../../../renderer/ui/fields/undo-in-field.ts';

/** A page with one undo stack for all fields, as a browser has it. Letters are typed one by one; each `type` is one step. */
function startPage() {
  const guard = createUndoGuard();
  const done: { field: { value: string }; before: string; after: string }[] = [];
  const undone: typeof done = [];
  const history = (kind: 'historyUndo' | 'historyRedo', focused: { value: string } | null): boolean => {
    if (!guard.allows(kind, focused)) return false;
    const step = (kind === 'historyUndo' ? done : undone).pop();
    if (!step) return true;
    (kind === 'historyUndo' ? undone : done).push(step);
    step.field.value = kind === 'historyUndo' ? step.before : step.after;
    expect(step.field, 'the field with the focus is changed').toBe(focused);
    guard.changed(kind, focused);
    return true;
  };
  const write = (field: { value: string }, kind: string, values: readonly string[]): void => {
    const before = field.value;
    for (const value of values) {
      expect(guard.allows(kind, field)).toBe(true);
      field.value = value;
      guard.changed(kind, field);
    }
    done.push({ field, before, after: field.value });
    undone.length = 0;
  };
  return {
    type: (field: { value: string }, text: string) => write(field, 'insertText', [...text].map((_, at) => field.value + text.slice(0, at + 1))),
    clear: (field: { value: string }) => write(field, 'deleteContentBackward', ['']),
    undo: (focused: { value: string } | null) => history('historyUndo', focused),
    redo: (focused: { value: string } | null) => history('historyRedo', focused),
  };
}

test('an undo or redo goes as far as the field with the focus was changed, and never into another field', () => {
  const page = startPage();
  const prompt = { value: '' };
  const id = { value: '' };
  page.type(prompt, 'a red fox');
  expect(page.undo(id)).toBe(false);
  expect(page.undo(null)).toBe(false);
  page.type(id, 'task');
  page.type(id, '-9');
  expect(page.undo(id)).toBe(true);
  expect(id.value).toBe('task');
  expect(page.undo(id)).toBe(true);
  expect(id.value).toBe('');
  expect(page.undo(id)).toBe(false);
  expect(page.redo(prompt)).toBe(false);
  expect(page.redo(id)).toBe(true);
  expect(page.redo(id)).toBe(true);
  expect(page.redo(id)).toBe(false);
  expect(id.value).toBe('task-9');
  expect(prompt.value).toBe('a red fox');
});

test('what was deleted comes back, although the field is as empty as at first', () => {
  const page = startPage();
  const note = { value: '' };
  page.type(note, 'print');
  page.clear(note);
  page.type(note, 'x');
  for (const value of ['', 'print', '']) {
    expect(page.undo(note)).toBe(true);
    expect(note.value).toBe(value);
  }
  expect(page.undo(note)).toBe(false);
});

test('after another change there is nothing to redo, and the history of a field ends where the app has changed it too', () => {
  const page = startPage();
  const tag = { value: '' };
  page.type(tag, 'sea');
  page.undo(tag);
  page.type(tag, 'sky');
  expect(page.redo(tag)).toBe(false);
  // The app takes the tag and empties the field.
  tag.value = '';
  page.type(tag, 'red');
  expect(page.undo(tag)).toBe(true);
  expect(page.undo(tag)).toBe(false);
});

test('after a change of a field whose values are not kept, nothing is undone there or in an earlier field', () => {
  const guard = createUndoGuard();
  const prompt = { value: '' };
  guard.allows('insertText', prompt);
  prompt.value = 'a fox';
  guard.changed('insertText', prompt);
  expect(guard.allows('historyUndo', prompt)).toBe(true);
  expect(guard.allows('insertFromPaste', null)).toBe(true);
  expect(guard.allows('historyUndo', null)).toBe(false);
  expect(guard.allows('historyUndo', prompt)).toBe(false);
});
