import { Copy, Ellipsis, ExternalLink, FolderHeart, Star, TextQuote, type LucideIcon } from 'lucide-react';
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
const markMenu: SubmenuEntry = { icon: Star, submenu: 'marks.menu', items: ['favourite', 'no-favourite', { part: 'rating' }, { part: 'flag' }, { part: 'label' }, line, 'tag', 'note'] };

const promptItems: MenuList = ['save-prompt-of', { title: 'prompts.share' }, { part: 'share' }];
const promptMenu: SubmenuEntry = { icon: TextQuote, submenu: 'gallery.prompt', items: promptItems, disabled: ({ task }) => task === null || !hasPrompt(task) };
const copyTask: MenuList = ['copy-prompt', 'copy-id', 'copy-for-support'];
const copyFiles: MenuList = ['copy-files', 'copy-paths'];
const copyMenu: SubmenuEntry = { icon: Copy, submenu: 'gallery.do.copy', items: ['copy-picture', ...copyFiles, ...copyTask] };
const openWith: MenuList = ['open-outside', 'open-with', 'open-other'];
const more = (...items: MenuList): SubmenuEntry => ({ icon: Ellipsis, submenu: 'app.more', items });

/** For one picture: the nine things that people do most, and the rest in a submenu. In the viewer, it is open already. */
export const viewerMenu: MenuList = [
  'use-again',
  'vary',
  line,
  markMenu,
  albumMenu,
  copyMenu,
  line,
  'export',
  'reveal',
  more('compare', 'cull', 'keep-best', line, 'like', 'stack', 'matrix', line, 'use-as-reference', ...promptItems, { title: 'gallery.do.open-with' }, ...openWith),
  line,
  'trash',
  'restore',
];
export const sheetMenu: MenuList = ['open', ...viewerMenu];
/** What has no button in the bar of the viewer, or none if that is narrow. */
export const viewerMore: MenuList = [
  'vary',
  line,
  markMenu,
  albumMenu,
  copyMenu,
  line,
  'reveal',
  'compare',
  'cull',
  'like',
  'stack',
  'matrix',
  line,
  'use-as-reference',
  promptMenu,
  { icon: ExternalLink, submenu: 'gallery.do.open-with', items: openWith },
];

/** The same for pictures that are selected together. */
export const togetherMenu: MenuList = [
  'compare',
  'cull',
  line,
  markMenu,
  albumMenu,
  { icon: Copy, submenu: 'gallery.do.copy', items: copyFiles },
  line,
  'export',
  'contact-sheet',
  more('keep-best', 'reveal', 'use-as-reference'),
  line,
  'trash',
  'restore',
];
/** What a narrow bar of several pictures has no room for. */
export const togetherFiles: MenuList = ['cull', 'compare', 'contact-sheet', 'reveal'];
export const togetherMore: MenuList = [markMenu, albumMenu, ...togetherFiles];

/** For an album or a saved search. */
export const listedMenu: MenuList = ['takes-new', line, 'rename-listed', 'pin-listed', 'list-up', 'list-down', line, 'remove-listed'];
export const importMenu: MenuList = ['import', 'import-pictures', line, 'undo-import'];

/** For one task. */
export const taskItems: MenuList = ['use-again', 'vary', promptMenu, { icon: Copy, submenu: 'gallery.do.copy', items: copyTask }, 'matrix'];
const offersMenu: MenuList = [{ part: 'offers' }];
const cellMarks: MenuList = [line, markMenu, albumMenu, 'export', 'trash', line, ...offersMenu];
export const cellMenu: MenuList = ['open', 'compare', 'compare-column', 'show-task', ...cellMarks, line];
export const cellsMenu: MenuList = ['compare', ...cellMarks];
const moves: MenuList = ['send-first', 'send-earlier', 'send-later', 'send-last'];
export const batchMenu: MenuList = ['hold', 'resume', line, ...moves, line, 'rename', 'batch-pictures', 'matrix', 'batch-tasks', line, 'withdraw'];
export const tasksMenu: MenuList = [...offersMenu, line, ...moves];
export const taskMenu: MenuList = ['open', 'show-task', line, 'edit', { part: 'offers' }, line, ...moves, line, ...taskItems];
