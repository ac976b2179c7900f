import { BookmarkPlus, CircleX, Columns2, Copy, CopyCheck, CornerUpLeft, Files, Flag as FlagIcon, FlagOff, FolderHeart, FolderMinus, FolderOpen, FolderPlus, Hash, Heart, HeartOff, ImageUp, Layers, LayoutGrid, LifeBuoy, Link, ListChecks, Maximize2, NotebookPen, RotateCcw, Save, ScanSearch, Shuffle, Table2, Tag, TextQuote, Trash2, type LucideIcon } from 'lucide-react';
import type { Flag } from '../../../shared/library/marks.ts';
import type { ImageId, Task } from '../../../shared/task.ts';
import type { WordKey } from '../../../shared/words/index.ts';
import { exportSelected, makeContactSheet } from '../../parts/export/export-dialog-store.ts';
import { copyFiles, holdsFiles, revealSelected } from '../../parts/export/file-actions.ts';
import { addToLastAlbum, chooseAlbum, takeOutOfAlbum } from '../../parts/marks/album-actions.ts';
import { askForNote, askForTag } from '../../parts/marks/field-request.ts';
import { labelOfKey, mark, toggleFavourite, toggleFlag, toggleLabel } from '../../parts/marks/mark-actions.ts';
import { keepKeys } from '../../parts/marks/note-field.tsx';
import { compareSelected } from '../../parts/pictures/compare-pictures.ts';
import { composeAgain, copyForSupport, copyPicture, copyPrompt, copyTaskId, hasPrompt, openPicture, openPictureWith, programName, revealPicture, varyTask } from '../../parts/pictures/image-actions.ts';
import { keepBest } from '../../parts/pictures/keep-best.ts';
import { showMatrix } from '../../parts/pictures/show-matrix.ts';
import { showLike } from '../../parts/pictures/show-similar.ts';
import { appFacts } from '../../stores/app-store.ts';
import { comparable, left, useCompare } from '../../stores/compare-store.ts';
import { referToPictures, takesPictures } from '../../stores/compose/compose-references.ts';
import { startCull, useCull } from '../../stores/cull/cull-store.ts';
import { stackStep, toggleStack } from '../../stores/gallery/change-arrangement.ts';
import { useGallery } from '../../stores/gallery/gallery-store.ts';
import { sheetScope } from '../../stores/gallery/sheet-scope.ts';
import { albumOf, lastAlbum } from '../../stores/library/albums-store.ts';
import { showsMark } from '../../stores/library/used-marks.ts';
import { offerToSaveTask } from '../../stores/prompts/prompts-dialog-store.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';
import { useSelection } from '../../stores/selection/selection-store.ts';
import { openViewer, useView } from '../../stores/windows/view-store.ts';
import { keysIn, mod, modShift, plain, shift, togetherIn, type Command, type Place, type Press, type Subject } from '../command.ts';

const digits = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => plain(String(first + at)));
const removeKeys = [plain('Delete'), plain('Backspace')] as const;

const marking = ['gallery', 'viewer', 'compare', 'matrix'] as const;
const shown = ['gallery', 'viewer'] as const;
const withTask = ['gallery', 'viewer', 'tasks'] as const;

/** A command for the pictures that marks apply to. */
const onPictures = (act: (of: MarkTarget, subject: Subject, press: Press) => unknown) =>
  ({ when: ({ of }) => of !== null, run: (subject, press) => subject.of && act(subject.of, subject, press) }) satisfies Command;
/** A command for the one picture that leads. */
const onPicture = (act: (imageId: ImageId, subject: Subject) => unknown) =>
  ({ when: ({ imageId }) => imageId !== null, run: (subject) => subject.imageId !== null && act(subject.imageId, subject) }) satisfies Command;
const onTask = (act: (task: Task, subject: Subject) => unknown) =>
  ({ when: ({ task }) => task !== null, run: (subject) => subject.task && act(subject.task, subject) }) satisfies Command;

const flagging = (flag: Flag, icon: LucideIcon, key: string) =>
  ({
    ...onPictures((of, { imageId }) => void toggleFlag(flag, imageId, of)),
    icon,
    name: `marks.${flag}`,
    help: { gallery: `shortcut.${flag}`, cull: `shortcut.cull-${flag}` },
    keys: keysIn([...marking, 'cull'], plain(key)),
  }) satisfies Command;
const copying = (as: 'files' | 'paths') =>
  ({
    ...onPictures((of) => void copyFiles(of.target(), as)),
    // The words are the same for any number above one. Infinity: main still counts.
    name: (say, subject) => say(`export.do.copy-${as}`, { count: togetherIn(subject) > 1 ? 2 : 1 }),
    help: `shortcut.copy-${as}`,
  }) satisfies Command;

const isSeveral = (subject: Subject): boolean => togetherIn(subject) > 0;
const culls = (): boolean => useCull.getState().culling !== null;
const shownAlbum = () => albumOf(useGallery.getState().view.byHand);
/** In a search of library and trash together, some of several pictures may be trashed and others restored. */
const isMixed = (subject: Subject): boolean => isSeveral(subject) && sheetScope() === 'anywhere';

/** Until its marks are loaded, where it is shown decides. */
const isTrashed = ({ marks, place }: Subject): boolean => (marks === null ? place !== 'matrix' && sheetScope() === 'trash' : marks.trashedAt !== null);

const compareNames: Partial<Readonly<Record<Place, WordKey>>> = { matrix: 'matrix.do.compare-row', compare: 'compare.add' };
/** Whether the comparison has room for another picture, and shows all. */
function takesAnother(): boolean {
  const state = useCompare.getState();
  return state.mode === 'side' && left(state).length < comparable.most;
}

/** What can be done with pictures and with what made them. */
export const pictureCommands = {
  open: {
    ...onPicture(openViewer),
    icon: Maximize2,
    name: (say, { place }) => say(place === 'tasks' ? 'history.do.show-picture' : 'gallery.do.open'),
    help: { gallery: 'shortcut.open', tasks: 'shortcut.tasks-open', matrix: 'shortcut.matrix-open' },
    keys: { ...keysIn(['gallery', 'matrix'], plain('Enter'), plain(' ')), tasks: [plain(' ')] },
    shown: ({ imageId, entries: [only] }) => imageId !== null || (only?.images.some(({ state }) => state.status === 'kept') ?? false),
  },
  compare: {
    ...onPictures(() => void compareSelected()),
    icon: Columns2,
    name: (say, subject) => say(isSeveral(subject) ? 'compare.do' : (compareNames[subject.place] ?? 'compare.do-next')),
    help: { gallery: 'shortcut.compare', viewer: 'compare.do-next', compare: 'shortcut.compare-add', matrix: 'shortcut.matrix-compare' },
    keys: keysIn(['gallery', 'viewer', 'compare', 'matrix'], plain('c')),
    disabled: (subject) => (subject.place === 'compare' ? !takesAnother() : subject.place === 'gallery' && togetherIn(subject) > comparable.most),
  },
  cull: {
    icon: ListChecks,
    name: (say, subject) => say(isSeveral(subject) ? 'cull.selected' : 'cull.from-here'),
    label: 'cull.do',
    help: 'shortcut.cull',
    keys: keysIn(shown, plain('d')),
    when: () => useView.getState().route === 'gallery' && useCull.getState().culling === null,
    run: (subject) => void startCull(isSeveral(subject) ? null : subject.imageId),
  },
  'keep-best': {
    ...onPictures((of) => void keepBest(of)),
    icon: CopyCheck,
    name: 'similar.keep-best',
    help: 'shortcut.keep-best',
    keys: { gallery: [shift('k')] },
    when: ({ of }) => of !== null && useGallery.getState().view.arrangement.stack === 'copies',
  },
  like: {
    ...onPicture((imageId) => void showLike(imageId)),
    icon: ScanSearch,
    name: 'similar.like',
    help: 'shortcut.like',
    keys: keysIn(shown, shift('l')),
    // Showing them would end culling.
    when: ({ imageId }) => imageId !== null && !culls(),
  },
  stack: {
    icon: Layers,
    name: (say) => say(`arrange.${stackStep() ?? 'open'}-stack`),
    help: { gallery: 'shortcut.stack', matrix: 'shortcut.matrix-next-picture' },
    keys: keysIn(['gallery', 'matrix'], plain('s')),
    when: () => useGallery.getState().view.arrangement.stack !== null,
    shown: ({ place }) => place === 'gallery' && stackStep() !== null,
    run: () => toggleStack(useSelection.getState().index),
  },
  matrix: {
    icon: Table2,
    name: (say, { imageId }) => say(imageId === null ? 'matrix.do' : 'matrix.show'),
    help: 'shortcut.matrix',
    keys: keysIn(withTask, shift('g')),
    when: ({ task, batch }) => (task !== null || batch !== null) && !culls(),
    run: ({ task, batch, imageId }) => void showMatrix(batch?.id ?? task?.batchId ?? null, { ...(task && { task }), ...(imageId !== null && { imageId }) }),
    shown: ({ hasMatrix }) => hasMatrix && !(useView.getState().matrixOpen && useView.getState().viewer === null),
  },
  reveal: {
    ...onPictures((of, { imageId }) => void (of.together > 0 ? revealSelected(of.target()) : imageId !== null && revealPicture(imageId))),
    icon: FolderOpen,
    name: 'gallery.do.reveal',
    help: 'shortcut.reveal',
    keys: keysIn(shown, plain('r')),
  },

  favourite: {
    ...onPictures((of, { imageId }) => void toggleFavourite(imageId, of)),
    icon: Heart,
    name: 'marks.favourite',
    help: 'shortcut.favourite',
    keys: keysIn(marking, plain('f')),
    shown: ({ marks }) => marks?.favourite !== true && showsMark('favourite'),
  },
  /** The same key as above; a menu says which of the two it does. */
  'no-favourite': {
    ...onPictures((of) => void mark(of.target(), { kind: 'favourite', favourite: false })),
    icon: HeartOff,
    name: 'marks.no-favourite',
    shown: ({ marks }) => marks?.favourite === true,
  },
  rate: {
    ...onPictures((of, _subject, { key }) => void mark(of.target(), { kind: 'rating', rating: Number(key) })),
    help: { gallery: 'shortcut.rate', cull: 'shortcut.cull-rate' },
    keys: keysIn([...marking, 'cull'], ...digits(0, 5)),
    byKeyAlone: true,
  },
  pick: flagging('pick', FlagIcon, 'p'),
  reject: flagging('reject', CircleX, 'x'),
  unflag: {
    ...onPictures((of) => void mark(of.target(), { kind: 'flag', flag: null })),
    icon: FlagOff,
    name: 'cull.unflag',
    help: { gallery: 'shortcut.unflag', cull: 'shortcut.cull-unflag' },
    keys: keysIn([...marking, 'cull'], plain('u')),
  },
  label: {
    ...onPictures((of, { imageId }, { key }) => void toggleLabel(labelOfKey(key), imageId, of)),
    help: { gallery: 'shortcut.label', cull: 'shortcut.cull-label' },
    keys: keysIn([...marking, 'cull'], ...digits(6, 9)),
    byKeyAlone: true,
  },
  tag: { ...onPictures(askForTag), icon: Tag, name: 'marks.add-tag-menu', label: 'marks.add-tag', help: 'shortcut.tag', keys: keysIn(shown, plain('t')) },
  note: { ...onPictures(askForNote), icon: NotebookPen, name: 'marks.note-menu', help: 'shortcut.note', keys: keysIn(shown, plain('n')) },
  /** The field of the note answers to it. */
  'keep-note': { help: 'shortcut.keep-note', keys: { gallery: keepKeys } },
  'add-to-album': {
    ...onPictures((of) => chooseAlbum(of)),
    icon: FolderHeart,
    name: 'albums.add',
    help: 'shortcut.add-to-album',
    keys: keysIn(['gallery', 'viewer', 'matrix'], plain('m')),
  },
  'add-to-last-album': {
    ...onPictures((of) => addToLastAlbum(of)),
    icon: FolderPlus,
    name: (say) => say('albums.add-last', { name: lastAlbum()?.name ?? '' }),
    help: 'shortcut.add-to-last-album',
    keys: keysIn(['gallery', 'viewer', 'matrix'], shift('m')),
    shown: () => lastAlbum() !== null && lastAlbum()?.id !== shownAlbum()?.id,
  },
  'take-out-of-album': {
    ...onPictures((of) => void takeOutOfAlbum(shownAlbum()?.id ?? '', of)),
    icon: FolderMinus,
    name: (say) => say('albums.take-out', { name: shownAlbum()?.name ?? '' }),
    help: 'shortcut.take-out-of-album',
    keys: keysIn(shown, shift('Delete'), shift('Backspace')),
    when: ({ of }) => of !== null && shownAlbum() !== null,
  },

  'copy-picture': { ...onPicture((imageId) => void copyPicture(imageId)), icon: Copy, name: 'gallery.copy.picture', label: 'gallery.do.copy-picture', help: 'shortcut.copy-picture', keys: keysIn(shown, mod('c')) },
  'copy-files': { ...copying('files'), icon: Files, keys: keysIn(shown, plain('y')), shown: holdsFiles },
  'copy-paths': { ...copying('paths'), icon: Link, keys: keysIn(shown, shift('y')) },
  'copy-prompt': {
    ...onTask(copyPrompt),
    icon: TextQuote,
    name: 'gallery.prompt',
    help: 'shortcut.copy-prompt',
    keys: keysIn(withTask, modShift('c')),
    shown: ({ task }) => task !== null && hasPrompt(task),
  },
  'copy-id': {
    ...onTask(copyTaskId),
    icon: Hash,
    name: 'gallery.copy.task-id',
    help: 'shortcut.copy-id',
    keys: keysIn(withTask, modShift('i')),
    // Imported pictures have no task.
    shown: ({ task }) => task?.imported === null,
  },
  'copy-for-support': { ...onTask((task) => void copyForSupport(task)), icon: LifeBuoy, name: 'gallery.copy.for-support', shown: ({ task }) => task?.imported === null },
  'use-again': {
    // Until the task is known, a menu shows it disabled, so that nothing below it moves.
    run: ({ task }) => task && composeAgain(task),
    icon: CornerUpLeft,
    name: 'gallery.do.use-again',
    help: 'shortcut.use-again',
    keys: keysIn([...withTask, 'compare'], shift('u')),
    disabled: ({ task }) => task === null || !hasPrompt(task),
  },
  vary: {
    run: ({ task }) => task && varyTask(task),
    icon: Shuffle,
    name: 'vary.do',
    help: 'shortcut.vary',
    keys: keysIn([...withTask, 'compare'], shift('a')),
    disabled: ({ task }) => task === null || !hasPrompt(task),
  },
  'save-prompt-of': {
    ...onTask((task, { imageId }) => offerToSaveTask(task, imageId)),
    icon: BookmarkPlus,
    name: 'prompts.save-this',
    help: 'shortcut.save-prompt-of',
    keys: keysIn(withTask, plain('b')),
  },
  'use-as-reference': {
    ...onPictures((of) => void referToPictures(of.target())),
    icon: ImageUp,
    name: 'references.use',
    help: 'shortcut.use-as-reference',
    keys: keysIn(shown, plain('e')),
    when: ({ of }) => of !== null && takesPictures(),
  },
  'open-outside': { ...onPicture((imageId) => void openPicture(imageId)), name: 'gallery.do.open-default', help: 'shortcut.open-outside', keys: keysIn(shown, plain('o')) },
  'open-with': {
    ...onPicture((imageId) => void openPictureWith(imageId, { choose: false })),
    name: (say) => (appFacts().settings.openWith === null ? say('gallery.do.open-other') : programName(appFacts().settings.openWith ?? '')),
    help: 'shortcut.open-with',
    keys: keysIn(shown, shift('o')),
  },
  'open-other': { ...onPicture((imageId) => void openPictureWith(imageId, { choose: true })), name: 'gallery.do.open-other', shown: () => appFacts().settings.openWith !== null },
  export: {
    ...onPictures((of) => void exportSelected(of.target())),
    icon: Save,
    name: (say, subject) => say(isSeveral(subject) || subject.place === 'matrix' ? 'export.do' : 'gallery.do.export'),
    help: 'shortcut.export',
    keys: keysIn(['gallery', 'viewer', 'matrix'], mod('s')),
  },
  'contact-sheet': { ...onPictures((of) => void makeContactSheet(of.target())), icon: LayoutGrid, name: 'sheet.do', help: 'shortcut.contact-sheet', keys: { gallery: [modShift('s')] } },
  trash: {
    ...onPictures((of) => void mark(of.target(), { kind: 'trash' })),
    icon: Trash2,
    name: 'marks.trash',
    help: 'shortcut.viewer-trash',
    keys: keysIn(['gallery', 'viewer', 'matrix'], ...removeKeys),
    shown: (subject) => isMixed(subject) || !isTrashed(subject),
  },
  restore: {
    ...onPictures((of) => void mark(of.target(), { kind: 'restore' })),
    icon: RotateCcw,
    name: 'marks.restore',
    shown: (subject) => isMixed(subject) || isTrashed(subject),
  },
} satisfies Readonly<Record<string, Command>>;
