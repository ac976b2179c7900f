/** A text field of the page. */
interface Field {
  readonly value: string;
}

/** A field's value before and after each change. `at`: the current one. `kept`: characters in all of them. */
interface Edits {
  readonly values: string[];
  at: number;
  kept: number;
}

/** The most characters that are kept of a field's former values. */
const mostKept = 10_000_000;

/**
 * The browser has one undo stack for all fields: once the field with the focus has nothing more to undo, the next undo changes another field, such
 * as the prompt behind a dialog, and moves the focus there. Decides for each undo and redo whether it stays in its field.
 */
export function createUndoGuard() {
  /** The field that was changed last. Weak, because a removed field and what was in it, such as a pasted command with a key, must not stay in memory. */
  let latest: WeakRef<Field> | null = null;
  const edits = new WeakMap<Field, Edits>();
  const editsOf = (target: Field | null): Edits | undefined => (target && latest?.deref() === target ? edits.get(target) : undefined);

  return {
    /** Before a change of a field. Returns whether it may happen. `target`: the element with the focus. Null: one whose values are not kept. */
    allows(kind: string, target: Field | null): boolean {
      const edited = editsOf(target);
      if (!isHistory(kind)) {
        // The browser would undo this before any change of an earlier field.
        if (!target) latest = null;
        else if (!edited) {
          latest = new WeakRef(target);
          edits.set(target, { values: [target.value], at: 0, kept: target.value.length });
        }
        return true;
      }
      if (!edited) return false;
      return kind === 'historyUndo' ? edited.at > 0 : edited.at < edited.values.length - 1;
    },
    /** After it. */
    changed(kind: string, target: Field | null): void {
      const edited = editsOf(target);
      if (!edited || !target) return;
      const { values, at } = edited;
      // A step of the browser may be several changes. If the app has changed the value too, the step is not found, and the history ends there.
      if (kind === 'historyUndo') edited.at = Math.max(0, values.lastIndexOf(target.value, at - 1));
      else if (kind === 'historyRedo') edited.at = firstIndex(values, target.value, at + 1);
      else {
        for (const dropped of values.splice(at + 1)) edited.kept -= dropped.length;
        values.push(target.value);
        edited.kept += target.value.length;
        while (edited.kept > mostKept && values.length > 2) edited.kept -= values.shift()?.length ?? 0;
        edited.at = values.length - 1;
      }
    },
  };
}

const isHistory = (kind: string): boolean => kind === 'historyUndo' || kind === 'historyRedo';

function firstIndex(values: readonly string[], value: string, from: number): number {
  const found = values.indexOf(value, from);
  return found === -1 ? values.length - 1 : found;
}

/** Keeps every undo and redo of the page in the field that has the focus. */
export function keepUndoInField(): void {
  const guard = createUndoGuard();
  window.addEventListener('beforeinput', (event) => !guard.allows(event.inputType, fieldOf(event.target)) && event.preventDefault(), true);
  window.addEventListener('input', (event) => event instanceof InputEvent && guard.changed(event.inputType, fieldOf(event.target)), true);
}

/** Null for a key, which must be nowhere once its form is closed. So there is no undo in its field. */
const fieldOf = (target: EventTarget | null): Field | null => ((target instanceof HTMLInputElement && target.type !== 'password') || target instanceof HTMLTextAreaElement ? target : null);
