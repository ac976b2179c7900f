import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { isKeyOf } from '../../commands/registry.ts';
import { readInto, recheck, stopReading, undoList, useList } from '../../stores/lists/list-store.ts';
import type { ListSource } from '../../stores/lists/read-list.ts';
import { useWords } from '../../words/words.ts';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { useShown } from '../../ui/dialogs/dialog-host.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ListActions } from './list-actions.tsx';
import { ListBar } from './list-bar.tsx';
import { ListSourceField } from './list-source.tsx';
import { ListTable } from './list-table.tsx';
import styles from './list-dialog.module.css';

interface ListDialogProps extends Asked {
  /** What it reads first. Null: it shows the list that is being corrected, or asks for one. */
  readonly source: ListSource | null;
}

/** A list of prompts: pasted or dropped, checked and corrected in a table, and sent. A closed list is kept until it is sent. */
export function ListDialog({ source }: ListDialogProps) {
  const say = useWords();
  const { round } = useShown().opening;
  const list = useList((state) => state.list);
  const onlyFaults = useList((state) => state.onlyFaults);
  const hasList = list !== null;
  const table = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  // Evaluated when the focus moves, because a file may have been read since the dialog opened.
  const front = useMemo(() => ({ get current() { return table.current ?? text.current; } }), []);
  useEffect(() => {
    if (source !== null) void readInto(source, null);
    return stopReading;
  }, [source]);
  useEffect(recheck, [round]);
  // If the focused control unmounts because of its own action, such as the button that deletes rows, focus the table.
  useEffect(() => {
    if (hasLostFocus()) front.current?.focus({ preventScroll: true });
  }, [list, onlyFaults, front]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isKeyOf('undo', 'everywhere', event) || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    undoList();
  };
  return (
    <Dialog title={say('list.title')} fills={hasList} wide={!hasList} initialFocus={front} actions={hasList && <ListActions />}>
      {hasList ? (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- for undo, from whatever has the focus in it
        <div className={styles.list} onKeyDown={onKeyDown}>
          <ListBar />
          <ListTable ref={table} />
        </div>
      ) : (
        <ListSourceField ref={text} />
      )}
    </Dialog>
  );
}

/** When the focused element unmounts, the focus moves to the page or to the dialog itself. */
function hasLostFocus(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches('[data-modal]');
}
