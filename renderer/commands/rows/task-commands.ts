import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, History, Images, PanelRight, Pause, Pencil, Play, TextCursorInput, X } from 'lucide-react';
import { askBatchName, moveBy, showInHistory, showPictures, type Step } from '../../parts/tasks/batch-actions.ts';
import { tellNotRemoved } from '../../parts/tasks/task-actions.ts';
import { removalOf, takeOffer } from '../../parts/tasks/task-offers.tsx';
import { appFacts } from '../../stores/app-store.ts';
import { areFactsShown, useCompare } from '../../stores/compare-store.ts';
import { holdAll, holdBatch } from '../../stores/tasks/hold.ts';
import { isUnsent } from '../../../shared/money/waiting-money.ts';
import { idsOf } from '../../stores/tasks/listed-rows.ts';
import { isInspectorOpen } from '../../stores/windows/view-store.ts';
import { useViewerStore } from '../../stores/windows/viewer-store.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { alt, keysIn, mod, plain, shift, type Command, type Place, type Subject } from '../command.ts';

const removeKeys = [plain('Delete'), plain('Backspace')] as const;

const isWaiting = ({ batch, entries }: Subject): boolean => (batch ? batch.progress.queued > 0 : entries.some(isUnsent));

/** The only selected task, if it was not sent. */
const unsentAlone = ({ entries: [only, ...others] }: Subject) => (only && others.length === 0 && isUnsent(only) ? only.task : null);

/** Moves the batch, or the selected tasks that wait, in the queue. */
const moving = (step: Step) =>
  ({
    when: isWaiting,
    run({ batch, entries }) {
      const unsent = entries.filter(isUnsent);
      const key = batch?.id ?? unsent[0]?.task.id;
      if (key !== undefined) moveBy(key, batch ? new Set() : idsOf(unsent), step);
    },
  }) satisfies Command;

const holdsOrResumes: Pick<Command, 'run'> = { run: ({ batch }) => batch && void holdBatch(batch, batch.hold === null) };
const waitsAsBatch = ({ batch }: Subject): boolean => batch !== null && batch.progress.queued > 0;

/** Asks before the rest of a batch is cancelled, or says that nothing is left of it. */
function cancelRestOf({ batch }: Subject): void {
  if (batch && batch.progress.queued > 0) void ask('cancel-rest', { batch });
  else notify(currentWords()('queue.cancel-too-late'));
}

function showsDetails(place: Place): boolean {
  if (place === 'compare') return areFactsShown();
  return place === 'viewer' ? useViewerStore.getState().factsOpen : isInspectorOpen();
}

/** What can be done with tasks and batches. What each task offers is in `task-offers`; here are the keys of the offers that have one. */
export const taskCommands = {
  ask: {
    help: 'shortcut.ask',
    keys: keysIn(['gallery', 'tasks'], plain('a')),
    when: ({ entries }) => entries.length > 0,
    run({ offers }) {
      const offer = offers.find(({ action }) => action === 'ask');
      if (offer) void takeOffer(offer);
    },
  },
  dismiss: {
    help: 'shortcut.dismiss',
    keys: keysIn(['gallery', 'tasks'], ...removeKeys),
    // The same keys trash pictures, also those that are selected together with a task.
    when: ({ entries, batch, of }) => (entries.length > 0 || batch !== null) && of === null,
    run(subject) {
      const { entries, offers, batch } = subject;
      const offer = removalOf(offers);
      if (batch) cancelRestOf(subject);
      else if (offer) void takeOffer(offer);
      else tellNotRemoved(entries);
    },
  },
  details: {
    icon: PanelRight,
    name(say, { place }) {
      const verb = showsDetails(place) ? 'hide' : 'show';
      return say(place === 'gallery' ? `gallery.${verb}-inspector` : `viewer.${verb}-facts`);
    },
    help: { gallery: 'shortcut.inspector', viewer: 'shortcut.viewer-facts', compare: 'shortcut.compare-facts' },
    keys: keysIn(['gallery', 'viewer', 'compare'], plain('i')),
    disabled: ({ place }) => place === 'compare' && useCompare.getState().mode !== 'side',
  },
  'show-task': { icon: PanelRight, name: (say, { place }) => say(place === 'matrix' ? 'matrix.do.show-task' : 'strip.show-details'), shown: ({ entries }) => entries.length > 0, help: 'shortcut.show-task', keys: { tasks: [plain('Enter')] } },
  adopt: { help: 'shortcut.history-adopt', keys: { tasks: [mod('n')] }, run: () => void ask('watch-task') },

  'open-group': { help: 'shortcut.open-group', keys: { tasks: [plain('ArrowRight')] } },
  'close-group': { help: 'shortcut.close-group', keys: { tasks: [plain('ArrowLeft')] } },
  edit: {
    icon: Pencil,
    name: 'queue.do.edit',
    help: 'shortcut.edit-task',
    keys: { tasks: [plain('F2')] },
    when: (subject) => unsentAlone(subject) !== null,
    run(subject) {
      const task = unsentAlone(subject);
      if (task) void ask('edit-task', { task });
    },
  },
  hold: { icon: Pause, name: 'queue.do.hold', help: 'shortcut.queue-hold', keys: { tasks: [plain(' ')] }, when: waitsAsBatch, shown: ({ batch }) => batch?.hold === null, ...holdsOrResumes },
  /** The same key as above. */
  resume: { icon: Play, name: 'queue.do.resume', costs: () => true, when: waitsAsBatch, shown: ({ batch }) => batch !== null && batch.hold !== null, ...holdsOrResumes },
  'hold-all': { help: 'shortcut.queue-hold-all', keys: { tasks: [plain('h')] }, run: () => void holdAll(!appFacts().settings.queueStopped) },
  rename: { icon: TextCursorInput, name: 'queue.do.rename', help: 'shortcut.queue-rename', keys: { tasks: [plain('F2')] }, when: ({ batch }) => batch !== null, run: ({ batch }) => batch && askBatchName(batch) },
  'send-first': { icon: ArrowUpToLine, name: 'queue.do.first', keys: { tasks: [alt('Home')] }, ...moving('first') },
  'send-earlier': { icon: ArrowUp, name: 'queue.do.up', keys: { tasks: [alt('ArrowUp')] }, repeats: true, ...moving('up') },
  'send-later': { icon: ArrowDown, name: 'queue.do.down', keys: { tasks: [alt('ArrowDown')] }, repeats: true, ...moving('down') },
  'send-last': { icon: ArrowDownToLine, name: 'queue.do.last', keys: { tasks: [alt('End')] }, ...moving('last') },
  withdraw: { icon: X, name: 'queue.do.cancel-rest', danger: true, when: waitsAsBatch, run: cancelRestOf },
  'batch-pictures': { icon: Images, name: 'queue.do.pictures', help: 'shortcut.queue-pictures', keys: { tasks: [shift('p')] }, when: ({ batch }) => batch !== null && batch.progress.made > 0, run: ({ batch }) => batch && showPictures(batch) },
  'batch-tasks': { icon: History, name: 'queue.do.history', help: 'shortcut.queue-history', keys: { tasks: [shift('t')] }, when: ({ batch }) => batch !== null, run: ({ batch }) => batch && showInHistory(batch) },
} satisfies Readonly<Record<string, Command>>;
