import type { BatchWithProgress } from '../../shared/batch.ts';
import type { Change, ChangeBatch } from '../../shared/ipc/api.ts';
import type { Imports } from '../../shared/library/import.ts';
import type { LibrarySearch } from '../../shared/library/missing-pictures.ts';
import { renewThumbnails } from '../../shared/windows/picture-addresses.ts';
import { assertNever } from '../../shared/result.ts';
import type { Image, TaskId, TaskWithImages } from '../../shared/task.ts';
import { bridge } from '../bridge.ts';
import { useMarksStore } from './pictures/marks-store.ts';
import { appFacts, changeFacts, useAppStore } from './app-store.ts';
import { describeAgain, describeTasksChanged } from './pictures/descriptions.ts';
import { pictureArrived, receivePictures } from './gallery/new-pictures.ts';
import { importChanged } from './library/undoable-import.ts';
import { openGallery } from './gallery/gallery-store.ts';
import { noteMarked } from './gallery/just-marked.ts';
import { notify } from '../ui/toast.tsx';
import { openTasks, useTasks, withKeptImage, withTasks } from './tasks-store.ts';
import { currentWords } from '../words/words.ts';
import { moreCompared } from './gallery/similarity-progress.ts';
import { questionTasksChanged } from './windows/task-question.ts';
import { count, followNow, isAfterView, libraryChanged, marksOutdated, openFirstView } from './gallery/library-view.ts';
import { takeOpened } from './windows/open-from-outside.ts';
import { quickAsked } from './windows/quick-asked.ts';
import { useMenuPress } from './windows/menu-press.ts';
import { useWindows } from './windows/windows-store.ts';

/** The last batch that the snapshot already contains. */
let contained: number | null = null;
let early: ChangeBatch[] = [];
let unsubscribe: (() => void) | null = null;

/**
 * Makes the stores a replica of main: subscribes first, then takes the snapshot and a view, then applies the changes that
 * arrived meanwhile and are in neither. May be called again after a failure.
 */
export async function connect(): Promise<void> {
  contained = null;
  early = [];
  unsubscribe?.();
  unsubscribe = bridge.onChanges(receive);
  useAppStore.setState({ phase: { at: 'starting' } });

  const [snapshot, opened] = await Promise.all([bridge.appSnapshot(), openFirstView()]);
  if (!snapshot.ok) return useAppStore.setState({ phase: { at: 'failed', error: snapshot.error } });
  if (!opened.ok) return useAppStore.setState({ phase: { at: 'failed', error: opened.error } });

  const { sequence, head, ...facts } = snapshot.value;
  if (facts.notices.some(({ code }) => code === 'database-restored' || code === 'database-rebuilt')) renewThumbnails();
  openTasks(head);
  openGallery(opened.view);
  useAppStore.setState({ facts });
  contained = sequence;
  for (const batch of early) apply(batch, contained);
  early = [];
  useAppStore.setState({ phase: { at: 'ready' } });
  void count();
}

function receive(batch: ChangeBatch): void {
  if (contained !== null) apply(batch, contained);
  else early.push(batch);
}

/** One batch becomes one new state of the tasks. */
function apply({ sequence, changes }: ChangeBatch, inSnapshot: number): void {
  const before = useTasks.getState().tasks;
  let tasks = before;
  /** Adjacent changes of tasks are applied together, because a batch may contain hundreds. */
  let arrived: TaskWithImages[] = [];
  const take = (): void => {
    if (arrived.length === 0) return;
    tasks = withTasks(tasks, arrived);
    describeTasksChanged(arrived.map(({ task }) => task));
    questionTasksChanged(arrived);
    arrived = [];
  };
  for (const change of changes) {
    if (change.kind !== 'task') take();
    if (change.kind !== 'image-kept' && sequence <= inSnapshot) {
      if (isAfterView(sequence)) followUnseen(change);
      continue;
    }
    switch (change.kind) {
      case 'task':
        arrived.push(change.task);
        break;
      case 'image-kept':
        tasks = withKeptImage(tasks, change.image);
        pictureArrived(change.image, sequence, hasKeptOther(change.image, before.get(change.image.taskId) ?? taskIn(changes, change.image.taskId)));
        break;
      case 'batches':
        batchesChanged(change.batches);
        break;
      case 'prices':
      case 'accounts':
      case 'settings':
      case 'spoken':
      case 'suggestions':
      case 'used-marks':
      case 'exporting':
      case 'mirroring':
      case 'updates':
      case 'news':
      case 'notices': {
        const { kind: _, ...facts } = change;
        changeFacts(facts);
        break;
      }
      case 'marks':
        marksChanged(change);
        break;
      case 'compared':
        moreCompared();
        break;
      case 'windows':
        useWindows.setState(change.windows);
        break;
      case 'menu':
        useMenuPress.setState({ command: change.command });
        break;
      case 'opened':
        void takeOpened();
        break;
      case 'quick':
        quickAsked();
        break;
      case 'marking':
        useMarksStore.setState({ progress: change.progress });
        break;
      case 'library-search':
        librarySearched(change.librarySearch);
        break;
      case 'imports':
        importsChanged(change.imports);
        break;
      default:
        assertNever(change);
    }
  }
  take();
  if (tasks !== before) useTasks.setState({ tasks });
  receivePictures();
}

/** Follows in the view what only the snapshot contains, because main read the view earlier. */
function followUnseen(change: Change): void {
  if (change.kind === 'marks') marksChanged(change);
  else if (change.kind === 'compared') moreCompared();
  else if (change.kind === 'imports') libraryChanged();
}

function marksChanged({ round, imageIds, moved }: Extract<Change, { kind: 'marks' }>): void {
  useMarksStore.setState({ round, latest: imageIds });
  if (moved) void followNow();
  else if (noteMarked(imageIds)) libraryChanged();
  marksOutdated(imageIds);
}

const hasKeptOther = (image: Image, entry: TaskWithImages | undefined): boolean => entry?.images.some(({ id, state }) => id !== image.id && state.status === 'kept') === true;

/** The window does not know a hidden task, but main reports it with its picture. */
function taskIn(changes: readonly Change[], taskId: TaskId): TaskWithImages | undefined {
  return changes.flatMap((change) => (change.kind === 'task' && change.task.task.id === taskId ? [change.task] : [])).at(-1);
}

/** Those that are new come first. */
function batchesChanged(changed: readonly BatchWithProgress[]): void {
  const ids = new Set(changed.map(({ id }) => id));
  changeFacts({ batches: [...changed, ...appFacts().batches.filter(({ id }) => !ids.has(id))].toSorted((a, b) => b.createdAt - a.createdAt) });
}

/** The view follows when pictures were added or removed. A brief message reports those that a person put into the folder. */
function importsChanged(imports: Imports): void {
  const before = appFacts().imports;
  changeFacts({ imports });
  importChanged(before.latest, imports.latest);
  if (imports.round !== before.round) libraryChanged();
  if (imports.byHand > before.byHand) notify(currentWords()('import.by-hand', { count: imports.byHand - before.byHand }));
}

/** If the search for missing pictures has found files, requests the descriptions again. */
function librarySearched(librarySearch: LibrarySearch): void {
  const { rounds } = appFacts().librarySearch;
  changeFacts({ librarySearch });
  const { last } = librarySearch;
  if (librarySearch.rounds !== rounds && last !== null && last !== 'failed' && last.found > 0) describeAgain();
}
