import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, History, Images, PanelRight, Pause, Pencil, Play, TextCursorInput, X } from 'lucide-react';
import { removalOf, takeOffer } from '../../parts/tasks/task-offers.tsx';
import { tellNotRemoved } from '../../parts/tasks/tell-not-removed.ts';
import { appFacts } from '../../stores/app-store.ts';
import { holdAll } from '../../stores/queue/hold.ts';
import { isUnsent } from '../../stores/queue/unsent-price.ts';
import { alt, keysIn, mod, plain, shift, type Command, type Subject } from '../command.ts';

const removeKeys = [plain('Delete'), plain('Backspace')] as const;

const isWaiting = ({ batch, entries }: Subject): boolean => (batch ? batch.progress.queued > 0 : entries.some(isUnsent));

/** What can be done with tasks and batches. What each task offers is in `task-offers`; here are the keys of the offers that have one. */
export const taskCommands = {
  ask: {
    help: 'shortcut.ask',
    keys: keysIn(['gallery', 'history'], plain('a')),
    when: ({ entries }) => entries.length > 0,
    run({ offers }) {
      const offer = offers.find(({ action }) => action === 'ask');
      if (offer) void takeOffer(offer);
    },
  },
  dismiss: {
    help: 'shortcut.history-dismiss',
    keys: keysIn(['gallery', 'history'], ...removeKeys),
    // The same keys trash pictures, also those that are selected together with a task.
    when: ({ entries, of }) => entries.length > 0 && of === null,
    run({ entries, offers }) {
      const offer = removalOf(offers);
      if (offer) void takeOffer(offer);
      else tellNotRemoved(entries);
    },
  },
  details: {
    icon: PanelRight,
    name: 'strip.show-details',
    help: { gallery: 'shortcut.inspector', viewer: 'shortcut.viewer-facts', compare: 'shortcut.compare-facts' },
    keys: keysIn(['gallery', 'viewer', 'compare'], plain('i')),
  },
  'show-task': { icon: PanelRight, name: (say, { place }) => say(place === 'matrix' ? 'matrix.do.show-task' : 'strip.show-details'), shown: ({ entries }) => entries.length > 0, help: 'shortcut.history-open', keys: { history: [plain('Enter')] } },
  adopt: { help: 'shortcut.history-adopt', keys: { history: [mod('n')] } },

  'open-group': { help: 'shortcut.queue-open', keys: { queue: [plain('ArrowRight')] } },
  'close-group': { help: 'shortcut.queue-close', keys: { queue: [plain('ArrowLeft')] } },
  edit: {
    icon: Pencil,
    name: 'queue.do.edit',
    help: 'shortcut.queue-edit',
    keys: { queue: [plain('Enter')] },
    shown: ({ entries: [only, ...others] }) => only !== undefined && others.length === 0 && isUnsent(only),
  },
  hold: {
    icon: Pause,
    name: 'queue.do.hold',
    help: 'shortcut.queue-hold',
    keys: { queue: [plain(' ')] },
    shown: ({ batch }) => batch !== null && batch.progress.queued > 0 && batch.hold === null,
  },
  /** The same key as above. */
  resume: {
    icon: Play,
    name: 'queue.do.resume',
    costs: () => true,
    shown: ({ batch }) => batch !== null && batch.progress.queued > 0 && batch.hold !== null,
  },
  'hold-all': { help: 'shortcut.queue-hold-all', keys: { queue: [plain('h')] }, run: () => void holdAll(!appFacts().settings.queueStopped) },
  rename: { icon: TextCursorInput, name: 'queue.do.rename', help: 'shortcut.queue-rename', keys: { queue: [plain('F2')] }, shown: ({ batch }) => batch !== null },
  'send-first': { icon: ArrowUpToLine, name: 'queue.do.first', keys: { queue: [alt('Home')] }, shown: isWaiting },
  'send-earlier': { icon: ArrowUp, name: 'queue.do.up', keys: { queue: [alt('ArrowUp')] }, repeats: true, shown: isWaiting },
  'send-later': { icon: ArrowDown, name: 'queue.do.down', keys: { queue: [alt('ArrowDown')] }, repeats: true, shown: isWaiting },
  'send-last': { icon: ArrowDownToLine, name: 'queue.do.last', keys: { queue: [alt('End')] }, shown: isWaiting },
  withdraw: {
    icon: X,
    name: 'queue.do.cancel-rest',
    help: 'shortcut.queue-withdraw',
    keys: { queue: removeKeys },
    danger: true,
    shown: ({ batch }) => batch !== null && batch.progress.queued > 0,
  },
  'batch-pictures': { icon: Images, name: 'queue.do.pictures', help: 'shortcut.queue-pictures', keys: { queue: [shift('p')] }, shown: ({ batch }) => batch !== null && batch.progress.made > 0 },
  'batch-tasks': { icon: History, name: 'queue.do.history', help: 'shortcut.queue-history', keys: { queue: [shift('t')] }, shown: ({ batch }) => batch !== null },
} satisfies Readonly<Record<string, Command>>;
