import { Copy, ExternalLink, Eye, FolderHeart, TextQuote, type LucideIcon } from 'lucide-react';
import type { WordKey } from '../../shared/words/index.ts';
import { hasPrompt } from '../parts/pictures/image-actions.ts';
import type { Subject } from './command.ts';
import type { CommandId } from './registry.ts';

/** A menu in the order of its items. `line` separates; a title says what the items below it are for. A part stands for items that are more than commands. */
export type MenuList = readonly MenuEntry[];
export type MenuEntry = CommandId | { readonly line: true } | { readonly title: WordKey } | { readonly part: MenuPart } | SubmenuEntry;
export type MenuPart = 'rating' | 'flag' | 'label' | 'share' | 'offers';

interface SubmenuEntry {
  readonly icon: LucideIcon;
  readonly submenu: WordKey;
  readonly items: MenuList;
  readonly disabled?: (subject: Subject) => boolean;
}

const line = { line: true } as const;

const albumMenu: SubmenuEntry = { icon: FolderHeart, submenu: 'albums.album', items: ['add-to-album', 'add-to-last-album', 'take-out-of-album'] };
const markItems: MenuList = ['favourite', 'no-favourite', { part: 'rating' }, { part: 'flag' }, { part: 'label' }, 'tag', 'note', albumMenu];

const promptMenu: SubmenuEntry = {
  icon: TextQuote,
  submenu: 'gallery.prompt',
  items: ['save-prompt-of', { title: 'prompts.share' }, { part: 'share' }],
  disabled: ({ task }) => task === null || !hasPrompt(task),
};
const copyTask: MenuList = ['copy-prompt', 'copy-id', 'copy-for-support'];
const copyMenu: SubmenuEntry = { icon: Copy, submenu: 'gallery.do.copy', items: ['copy-picture', 'copy-files', 'copy-paths', ...copyTask] };

/** For one picture. It fits a window 600 pixels high, below the bar of the viewer too, so the less usual items are in submenus. */
const forPicture: MenuList = [
  'cull',
  { icon: Eye, submenu: 'gallery.do.show', items: ['like', 'stack', 'matrix', 'reveal'] },
  line,
  ...markItems,
  line,
  'use-again',
  'use-as-reference',
  promptMenu,
  copyMenu,
  { icon: ExternalLink, submenu: 'gallery.do.open-with', items: ['open-outside', 'open-with', 'open-other'] },
  'export',
  line,
  'trash',
  'restore',
];
export const sheetMenu: MenuList = ['open', 'compare', 'keep-best', ...forPicture];
export const viewerMenu: MenuList = ['compare', ...forPicture];
export const viewerMore: MenuList = forPicture;

/** For pictures that are selected together. */
export const togetherMenu: MenuList = [
  'compare',
  'cull',
  'keep-best',
  'reveal',
  line,
  ...markItems,
  line,
  'use-as-reference',
  { icon: Copy, submenu: 'gallery.do.copy', items: ['copy-files', 'copy-paths'] },
  'export',
  'contact-sheet',
  line,
  'trash',
  'restore',
];
/** What a narrow bar of several pictures has no room for. */
export const togetherFiles: MenuList = ['cull', 'compare', 'contact-sheet', 'reveal'];
export const togetherMore: MenuList = [{ part: 'rating' }, { part: 'flag' }, { part: 'label' }, 'tag', albumMenu, ...togetherFiles];

/** For one task. */
export const taskItems: MenuList = ['use-again', promptMenu, { icon: Copy, submenu: 'gallery.do.copy', items: copyTask }, 'matrix'];
export const offersMenu: MenuList = [{ part: 'offers' }];
const cellMarks: MenuList = [line, { part: 'rating' }, { part: 'flag' }, { part: 'label' }, albumMenu, 'export', 'trash', line, ...offersMenu];
export const cellMenu: MenuList = ['open', 'compare', 'compare-column', 'show-task', ...cellMarks, line];
export const cellsMenu: MenuList = ['compare', ...cellMarks];
export const stripMenu: MenuList = [{ part: 'offers' }, line, ...taskItems];
const moves: MenuList = ['send-first', 'send-earlier', 'send-later', 'send-last'];
export const batchMenu: MenuList = ['hold', 'resume', line, ...moves, line, 'rename', 'batch-pictures', 'matrix', 'batch-tasks', line, 'withdraw'];
export const waitingTasksMenu: MenuList = ['edit', ...moves, line, ...offersMenu];
export const waitingTaskMenu: MenuList = [...waitingTasksMenu, line, ...taskItems];
export const historyMenu: MenuList = ['open', 'show-task', line, { part: 'offers' }, line, ...taskItems];
