import { create } from 'zustand';
import { usualUses, withUse, type ColumnUse } from '../../../shared/lists/list-columns.ts';
import { checkRow, tasksOf, type CheckedRow, type ListPlan } from '../../../shared/lists/list-entries.ts';
import type { ListFormat } from '../../../shared/lists/list-format.ts';
import { allColumns } from '../../../shared/lists/list-pieces.ts';
import type { ListRow } from '../../../shared/lists/list-row.ts';
import { appFacts, selectedAccount } from '../app-store.ts';
import { composeChoices, useCompose } from '../compose/compose-store.ts';
import { sentValues } from '../../../shared/request/compose-matrix.ts';
import { readWildcards, useTemplates } from '../compose/template-store.ts';
import { readList, type ListSource, type ReadAs, type UnreadReason } from './read-list.ts';
import { readingsOf, type Reading } from './readings.ts';

export interface ListItem {
  readonly row: ListRow;
  readonly checked: CheckedRow;
}

/** A list that was read and is being corrected. */
export interface MendedList {
  readonly source: ListSource;
  readonly format: ListFormat;
  readonly encoding: ReadAs['encoding'];
  readonly leftOut: readonly string[];
  readonly columns: readonly string[];
  readonly uses: readonly ColumnUse[];
  /** Whether braces and wildcards in prompts make several of them. */
  readonly expands: boolean;
  readonly items: readonly ListItem[];
  /** The source has more rows than a list may have. */
  readonly more: boolean;
}

/** A list that could not be read. */
export interface Unread {
  readonly why: UnreadReason;
  readonly source: ListSource;
  readonly format: ListFormat | null;
  /** How it may be read, if only a person can tell. */
  readonly readings: readonly Reading[];
}

interface ListStore {
  /** Null: nothing was read yet. Kept when the dialog is closed, until it is sent. */
  readonly list: MendedList | null;
  readonly reading: boolean;
  readonly unread: Unread | null;
  readonly name: string;
  /** Indices of the items that are shown: those with faults when the person asked for them. Null: all. */
  readonly onlyFaults: readonly number[] | null;
  /** Older states, the latest last. */
  readonly undoable: readonly MendedList[];
}

const empty = { list: null, reading: false, unread: null, name: '', onlyFaults: null, undoable: [] } as const;

export const useList = create<ListStore>(() => empty);

/** Forgets the list, because it was sent. */
export function clearList(): void {
  reading?.abort();
  useList.setState(empty);
}

/** Puts the list aside for another one. Undo brings it back. */
export function setAside(): void {
  useList.setState(({ list, undoable }) => ({ ...empty, undoable: withStep(undoable, list) }));
}

/** Puts what is left of the list aside after its first tasks were sent. A row of which only some were sent stays. */
export function setAsideUnsent(sent: number): void {
  let left = sent;
  useList.setState(({ list }) => ({
    list: list && {
      ...list,
      items: list.items.filter(({ checked: { entry } }) => {
        const isSent = entry !== null && tasksOf(entry) <= left;
        left = entry === null ? left : Math.max(left - tasksOf(entry), 0);
        return !isSent;
      }),
    },
  }));
  setAside();
}

/** The most steps of undo. A step takes little memory, because it shares nearly all rows with its neighbours. */
const mostSteps = 200;

const withStep = (undoable: readonly MendedList[], list: MendedList | null): readonly MendedList[] => (list ? [...undoable, list].slice(-mostSteps) : undoable);

/** Ends the reading or checking that is under way. */
let reading: AbortController | null = null;

function beginReading(): AbortSignal {
  reading?.abort();
  reading = new AbortController();
  return reading.signal;
}

/** Reads a list. The one before can be brought back with undo. */
export async function readInto(source: ListSource, format: ListFormat | null = null, encoding: ReadAs['encoding'] = null): Promise<void> {
  const signal = beginReading();
  useList.setState({ reading: true, unread: null });
  const read = await readList(source, { format, encoding }, signal);
  if (read === null || signal.aborted) return;
  if (typeof read === 'string') {
    const readings = read === 'not-unicode' && typeof source !== 'string' ? await readingsOf(source).catch(() => []) : [];
    if (!signal.aborted) useList.setState({ reading: false, unread: { why: read === 'not-unicode' && readings.length === 0 ? 'damaged' : read, source, format, readings } });
    return;
  }
  const { columns, rows, more, leftOut } = read;
  const uses = usualUses(allColumns(read), useCompose.getState().prompt);
  const items = await checkAll(rows, await planFor({ uses, expands: false }), signal);
  if (items === null || signal.aborted) return;
  const name = typeof source === 'string' ? '' : source.name.replace(/\.[^.]+$/, '');
  useList.setState(({ list, undoable }) => ({
    reading: false,
    list: { source, format: read.format, encoding, leftOut, columns, uses, expands: false, items, more },
    name,
    onlyFaults: null,
    undoable: withStep(undoable, list),
  }));
}

/** Reads the same source as another format. */
export function readAs(format: ListFormat): void {
  const { list } = useList.getState();
  if (list) void readInto(list.source, format, list.encoding);
}

/** The latest plan. A corrected row is checked with it. */
let latestPlan: ListPlan | null = null;

async function planFor(list: Pick<MendedList, 'uses' | 'expands'>): Promise<ListPlan> {
  const { uses, expands } = list;
  const account = selectedAccount(appFacts());
  const chosen = composeChoices();
  const choices = { model: sentValues(chosen, 'model'), size: sentValues(chosen, 'size'), quality: sentValues(chosen, 'quality') };
  if (isTemplated(list)) await readWildcards();
  latestPlan = { uses, expands, choices, template: useCompose.getState().prompt, wildcards: useTemplates.getState().wildcards, fields: account?.options.fields ?? {}, practice: account?.kind === 'practice' };
  return latestPlan;
}

/** Whether columns are variables of the prompts, which are templates then. */
export const hasVariables = ({ uses }: Pick<MendedList, 'uses'>): boolean => uses.some((use) => use.startsWith('variable:'));

const isTemplated = (list: Pick<MendedList, 'uses' | 'expands'>): boolean => list.expands || hasVariables(list);

/** Checks rows in slices. Null: stopped. */
async function checkAll(rows: readonly ListRow[], plan: ListPlan, signal: AbortSignal): Promise<readonly ListItem[] | null> {
  const items: ListItem[] = [];
  let since = performance.now();
  for (const row of rows) {
    items.push({ row, checked: checkRow(row, plan) });
    if (items.length % 50 !== 0 || performance.now() - since < 12) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return null;
    since = performance.now();
  }
  return items;
}

/** Checks the rows again, because their meaning or the choices of the compose bar have changed. */
async function recheckWith(means: Partial<Pick<MendedList, 'uses' | 'expands'>>, undoes: boolean): Promise<void> {
  const signal = beginReading();
  useList.setState({ reading: false });
  for (;;) {
    const { list } = useList.getState();
    if (!list) return;
    const next = { ...list, ...means };
    const items = await checkAll(list.items.map(({ row }) => row), await planFor(next), signal);
    if (items === null || signal.aborted) return;
    // A cell that was corrected meanwhile must not be lost.
    if (useList.getState().list === list) return change({ ...next, items }, undoes);
  }
}

/** Called when the dialog opens again, because the choices of the compose bar may have changed. */
export function recheck(): void {
  // A list that is being read is checked anyway.
  if (!useList.getState().reading) void recheckWith({}, false);
}

/** Stops reading. What was read before stays. */
export function stopReading(): void {
  reading?.abort();
  useList.setState({ reading: false, unread: null });
}

export function setUse(column: number, use: ColumnUse): void {
  const { list } = useList.getState();
  if (list) void recheckWith({ uses: withUse(list.uses, column, use) }, true);
}

/** Makes templates of prompts with braces or wildcards, or sends them as they are written. */
export function setExpands(expands: boolean): void {
  void recheckWith({ expands }, true);
}

export function setListName(name: string): void {
  useList.setState({ name });
}

function change(list: MendedList, undoes = true): void {
  useList.setState(({ list: before, undoable, onlyFaults }) => ({
    list,
    undoable: undoes ? withStep(undoable, before) : undoable,
    onlyFaults: onlyFaults && before?.items.length !== list.items.length ? faultsIn(list.items) : onlyFaults,
  }));
}

export function undoList(): void {
  const { undoable } = useList.getState();
  const list = undoable.at(-1);
  if (!list) return;
  useList.setState(({ onlyFaults }) => ({ list, undoable: undoable.slice(0, -1), onlyFaults: onlyFaults && faultsIn(list.items) }));
}

/** Writes a cell. If the row had a fault when it was read, it counts as corrected. */
export function editCell(index: number, column: number, text: string): void {
  const { list } = useList.getState();
  const item = list?.items[index];
  if (!list || !item) return;
  const { [column]: kind, ...kinds } = item.row.kinds ?? {};
  // A list or an object that a person writes again as it was is meant as a text.
  if ((item.row.cells[column] ?? '') === text && kind !== 'structure') return;
  const cells = Array.from({ length: Math.max(item.row.cells.length, column + 1) }, (_, at) => (at === column ? text : (item.row.cells[at] ?? '')));
  const row: ListRow = { ...item.row, cells, fault: null, kinds };
  if (latestPlan) change({ ...list, items: list.items.with(index, { row, checked: checkRow(row, { ...latestPlan, uses: list.uses, expands: list.expands }) }) });
}

export function deleteRows(indexes: ReadonlySet<number>): void {
  const { list } = useList.getState();
  if (list && indexes.size > 0) change({ ...list, items: list.items.filter((_, index) => !indexes.has(index)) });
}

export const hasFaults = ({ checked }: ListItem): boolean => checked.entry === null;

const faultsIn = (items: readonly ListItem[]): readonly number[] => items.flatMap((item, index) => (hasFaults(item) ? [index] : []));

/** Shows only rows with faults, or all. A row that is corrected stays until this is chosen again. */
export function showOnlyFaults(only: boolean): void {
  useList.setState(({ list }) => ({ onlyFaults: only && list ? faultsIn(list.items) : null }));
}

export const deleteFaults = (): void => deleteRows(new Set(faultsIn(useList.getState().list?.items ?? [])));

/** Keeps the rows that were read, and forgets that the source has more. */
export function keepFirstRows(): void {
  const { list } = useList.getState();
  if (list) change({ ...list, more: false });
}
