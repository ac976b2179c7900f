import { useEffect, useRef, type KeyboardEvent } from 'react';
import { closeList, takeSource, useListDialog } from '../../stores/lists/list-dialog.ts';
import { readInto, recheck, stopReading, undoList, useList } from '../../stores/lists/list-store.ts';
import { useWords } from '../../words/words.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { isShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { ListActions } from './list-actions.tsx';
import { ListBar } from './list-bar.tsx';
import { ListSourceField } from './list-source.tsx';
import { ListTable } from './list-table.tsx';
import styles from './list-dialog.module.css';

/** A list of prompts: pasted or dropped, checked and mended in a table, and sent. A closed list is kept until it is sent. */
export function ListDialog() {
  const say = useWords();
  const open = useListDialog((dialog) => dialog.open);
  const source = useListDialog((dialog) => dialog.source);
  const hasList = useList(({ list }) => list !== null);
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return stopReading();
    const taken = takeSource();
    if (taken !== null) void readInto(taken, null);
  }, [open, source]);
  useEffect(() => {
    if (open) recheck();
  }, [open]);
  // The table takes the place of the field that had the focus.
  useEffect(() => {
    if (hasList) table.current?.focus();
  }, [hasList]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isShortcut('undo', event) || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    undoList();
  };
  return (
    <Dialog open={open} onClose={closeList} title={say('list.title')} fills={hasList} wide={!hasList} actions={hasList && <ListActions />}>
      {hasList ? (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- for undo, from whatever has the focus in it
        <div className={styles.list} onKeyDown={onKeyDown}>
          <ListBar />
          <ListTable ref={table} />
        </div>
      ) : (
        <ListSourceField />
      )}
    </Dialog>
  );
}
