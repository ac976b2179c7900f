import { beforeEach, expect, test, vi } from 'vitest';
import { noOptions, type Account } from '../../../../../shared/account.ts';
import { ok } from '../../../../../shared/result.ts';
import { FakeMain, snapshot } from '../../fake-main.ts';
import { submissionQuestion } from '../../submission-question.ts';

let main: FakeMain;

async function load(text: string) {
  const { connect } = await import('../../../../../renderer/stores/sync.ts');
  await connect();
  const store = await import('../../../../../renderer/stores/lists/list-store.ts');
  await store.readInto(text, null);
  const state = () => store.useList.getState();
  return { ...store, ...(await import('../../../../../renderer/stores/lists/send-list.ts')), state, cells: () => state().list?.items.map(({ row }) => row.cells.join('|')) };
}

beforeEach(() => {
  main = new FakeMain();
  main.install();
  const account: Account = { id: snapshot.selectedAccountId, kind: 'service', name: 'Studio', baseUrl: 'https://a.example', key: { status: 'present', keeping: 'session', lastFour: '1234' }, removed: false, consoles: { key: null, billing: null }, options: noOptions, sendingStopped: false };
  main.snapshot = ok({ ...snapshot, accounts: [account], settings: { ...snapshot.settings, confirmedAccounts: [account.id], askAbove: 100 } });
});

test('cells are mended, rows deleted, and each step undone', async () => {
  const { editCell, deleteRows, deleteFaults, undoList, state, cells } = await load('prompt,count\nA fox,2\n,1\nA hare,none');
  expect(cells()).toEqual(['A fox|2', '|1', 'A hare|none']);
  editCell(1, 0, 'A lynx');
  editCell(1, 0, 'A lynx');
  expect(state().undoable).toHaveLength(1);
  deleteRows(new Set([0]));
  expect(cells()).toEqual(['A lynx|1', 'A hare|none']);
  deleteFaults();
  expect(cells()).toEqual(['A lynx|1']);
  undoList();
  undoList();
  undoList();
  undoList();
  expect(cells()).toEqual(['A fox|2', '|1', 'A hare|none']);
});

test('a row with a fault stays in sight when it is mended, until the rows with faults are asked for again', async () => {
  const { editCell, showOnlyFaults, state } = await load('prompt,count\nA fox,2\n,1\nA hare,none');
  showOnlyFaults(true);
  expect(state().onlyFaults).toEqual([1, 2]);
  editCell(1, 0, 'A lynx');
  expect(state().onlyFaults).toEqual([1, 2]);
  showOnlyFaults(false);
  showOnlyFaults(true);
  expect(state().onlyFaults).toEqual([2]);
});

test('an edit counts as a look at a row that was read wrongly', async () => {
  const { editCell, state } = await load('prompt,size\nA fox, red,1:1');
  expect(state().list?.items[0]?.checked.faults).toMatchObject([{ words: 'list.fault.cells' }]);
  editCell(0, 0, 'A fox, red');
  expect(state().list?.items[0]?.checked.entry?.prompts).toEqual(['A fox, red']);
});

test('an edit makes a text of what was JSON, and leaves a text that looks like JSON as it is', async () => {
  const { editCell, state } = await load('{"prompt":{"a":"fox"},"field:seed":"42"}\n{"prompt":"A hare"}');
  const checked = () => state().list?.items[0]?.checked;
  expect(checked()?.faults).toMatchObject([{ column: 0, words: 'list.fault.structure' }]);
  editCell(0, 1, '42');
  editCell(0, 0, '{"a":"fox"}');
  expect(checked()?.entry).toMatchObject({ prompts: ['{"a":"fox"}'], fields: { seed: '42' } });
  editCell(0, 1, '43');
  expect(checked()?.entry).toMatchObject({ fields: { seed: 43 } });
});

test('a list that is not Unicode is read as the person says, also in another form', async () => {
  const { readInto, readAs, state, cells } = await load('x');
  await readInto(new File(['prompt,size\ncaf', new Uint8Array([0xe9]), ',1:1\n'], 'a.csv'));
  expect(state().unread).toMatchObject({ why: 'not-unicode', format: null });
  expect(cells()).toEqual(['x']);
  const { unread } = state();
  await readInto(unread?.source ?? '', unread?.format ?? null, unread?.readings.find(({ sample }) => sample.startsWith('café'))?.encoding ?? null);
  expect(cells()).toEqual(['café|1:1']);
  readAs({ kind: 'text' });
  await vi.waitFor(() => expect(cells()).toEqual(['prompt,size', 'café,1:1']));
});

test('another use of a column checks all rows again', async () => {
  const { setUse, state } = await load('prompt,note\nA fox,2\nA hare,x');
  setUse(1, 'count');
  await vi.waitFor(() => expect(state().list?.items.map(({ checked }) => checked.entry?.count)).toEqual([2, undefined]));
});

test('a cell that is mended while all rows are checked again is kept', async () => {
  const { setUse, editCell, state, cells } = await load('prompt,note\nA fox,2\nA hare,3');
  setUse(1, 'count');
  editCell(0, 0, 'A lynx');
  await vi.waitFor(() => expect(state().list?.items.map(({ checked }) => checked.entry?.count)).toEqual([2, 3]));
  expect(cells()).toEqual(['A lynx|2', 'A hare|3']);
});

test('no more than 200 older states are kept, of edits and of other lists alike', async () => {
  const { editCell, readInto, state } = await load('A fox');
  for (let at = 0; at < 205; at += 1) editCell(0, 0, `fox ${at}`);
  expect(state().undoable).toHaveLength(200);
  await readInto('A hare', null);
  expect(state().undoable).toHaveLength(200);
});

test('another list takes its place, and undo brings the first one back', async () => {
  const { readInto, setAside, undoList, cells } = await load('one\ntwo');
  await readInto('three', null);
  expect(cells()).toEqual(['three']);
  setAside();
  expect(cells()).toBeUndefined();
  undoList();
  undoList();
  expect(cells()).toEqual(['one', 'two']);
});

test('of a list of which only the first tasks are sent, the rows that are not sent can be brought back', async () => {
  const { sendList, undoList, cells, state } = await load('prompt,count\nA fox,2\nA hare,3\n,1\nA lynx,1');
  const { askedNow, answerSubmission } = await submissionQuestion();
  const { changeFacts, appFacts } = await import('../../../../../renderer/stores/app-store.ts');
  changeFacts({ settings: { ...appFacts().settings, askAbove: 1 } });
  const sent = sendList('Animals');
  expect(askedNow()?.count).toBe(6);
  answerSubmission(true, 3);
  await sent;
  expect(state().list).toBeNull();
  undoList();
  expect(cells()).toEqual(['A hare|3', '|1', 'A lynx|1']);
});
