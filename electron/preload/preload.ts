import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Api, ChangeBatch, Outputs } from '../../shared/ipc/api.ts';
import type { Channel, Input } from '../../shared/ipc/schemas.ts';
import { isDroppedList } from '../../shared/lists/list-file-extensions.ts';
import { takesPictures } from '../../shared/request/reference-checks.ts';
import type { Result } from '../../shared/result.ts';

/** One function for each channel. The page gets neither `ipcRenderer` nor a function whose channel it could choose. */
function call<C extends Channel>(channel: C): (input?: Input<C>) => Promise<Result<Outputs[C]>> {
  return (input) => ipcRenderer.invoke(channel, input) as Promise<Result<Outputs[C]>>;
}

const api = {
  appSnapshot: call('app:snapshot'),
  appRemember: call('app:remember'),
  tasksSubmit: call('tasks:submit'),
  tasksSubmitBatch: call('tasks:submit-batch'),
  tasksEdit: call('tasks:edit'),
  tasksSettle: call('tasks:settle'),
  tasksPrompts: call('tasks:prompts'),
  tasksDetail: call('tasks:detail'),
  tasksCheck: call('tasks:check'),
  tasksStop: call('tasks:stop'),
  tasksWithdraw: call('tasks:withdraw'),
  tasksRequeue: call('tasks:requeue'),
  tasksRelease: call('tasks:release'),
  tasksDismiss: call('tasks:dismiss'),
  tasksUndismiss: call('tasks:undismiss'),
  tasksLookUp: call('tasks:look-up'),
  tasksCandidates: call('tasks:candidates'),
  tasksAttach: call('tasks:attach'),
  tasksDetach: call('tasks:detach'),
  tasksAddById: call('tasks:add-by-id'),
  batchesHold: call('batches:hold'),
  batchesRename: call('batches:rename'),
  queueMove: call('queue:move'),
  matrixAmong: call('matrix:among'),
  matrixOpen: call('matrix:open'),
  matrixTasks: call('matrix:tasks'),
  pricesSet: call('prices:set'),
  pricesChooseFile: call('prices:choose-file'),
  pricesExport: call('prices:export'),
  spendingSpent: call('spending:spent'),
  spendingSums: call('spending:sums'),
  spendingOfTasks: call('spending:of-tasks'),
  spendingExport: call('spending:export'),
  libraryOpenGallery: call('library:open-gallery'),
  libraryOpenHistory: call('library:open-history'),
  libraryReady: call('library:ready'),
  libraryAdvance: call('library:advance'),
  libraryPictures: call('library:pictures'),
  libraryTasks: call('library:tasks'),
  libraryLocatePicture: call('library:locate-picture'),
  libraryLocateTasks: call('library:locate-tasks'),
  libraryFolders: call('library:folders'),
  libraryGroupLabels: call('library:group-labels'),
  libraryCompared: call('library:compared'),
  libraryAtTime: call('library:at-time'),
  libraryLesserCopies: call('library:lesser-copies'),
  marksSet: call('marks:set'),
  marksRetag: call('marks:retag'),
  marksUndo: call('marks:undo'),
  marksRedo: call('marks:redo'),
  marksCancel: call('marks:cancel'),
  marksOf: call('marks:of'),
  marksTags: call('marks:tags'),
  marksInTrash: call('marks:in-trash'),
  marksEmptyTrash: call('marks:empty-trash'),
  exportChoose: call('export:choose'),
  exportBegin: call('export:begin'),
  exportContactSheet: call('export:contact-sheet'),
  exportNames: call('export:names'),
  exportStop: call('export:stop'),
  exportResume: call('export:resume'),
  exportDismiss: call('export:dismiss'),
  exportLeftOut: call('export:left-out'),
  exportOpenFolder: call('export:open-folder'),
  exportReveal: call('export:reveal'),
  importChoose: call('import:choose'),
  importPause: call('import:pause'),
  importResume: call('import:resume'),
  importCancel: call('import:cancel'),
  importUndo: call('import:undo'),
  importDismiss: call('import:dismiss'),
  importSkipped: call('import:skipped'),
  presetsList: call('presets:list'),
  presetsSave: call('presets:save'),
  presetsRename: call('presets:rename'),
  presetsRemove: call('presets:remove'),
  promptsList: call('prompts:list'),
  promptsPut: call('prompts:put'),
  promptsRemove: call('prompts:remove'),
  promptsSaveFile: call('prompts:save-file'),
  promptsHistory: call('prompts:history'),
  promptsPictures: call('prompts:pictures'),
  referencesKeep: call('references:keep'),
  referencesChoose: call('references:choose'),
  referencesFromPictures: call('references:from-pictures'),
  referencesReveal: call('references:reveal'),
  referencesOpenAddress: call('references:open-address'),
  searchesList: call('searches:list'),
  searchesSave: call('searches:save'),
  searchesRename: call('searches:rename'),
  searchesRewrite: call('searches:rewrite'),
  searchesRemove: call('searches:remove'),
  albumsList: call('albums:list'),
  albumsPut: call('albums:put'),
  albumsRemove: call('albums:remove'),
  albumsCounts: call('albums:counts'),
  albumsArrange: call('albums:arrange'),
  albumsMove: call('albums:move'),
  albumsMoveBack: call('albums:move-back'),
  albumsMoveAgain: call('albums:move-again'),
  imagesDescribe: call('images:describe'),
  imagesAbsent: call('images:absent'),
  imagesLookForMissing: call('images:look-for-missing'),
  imagesCopy: call('images:copy'),
  imagesCopyFiles: call('images:copy-files'),
  imagesOpen: call('images:open'),
  imagesOpenWith: call('images:open-with'),
  imagesReveal: call('images:reveal'),
  imagesDrag: call('images:drag'),
  thumbnailsInSight: call('thumbnails:in-sight'),
  thumbnailsTryAgain: call('thumbnails:try-again'),
  settingsUpdate: call('settings:update'),
  settingsSetProxy: call('settings:set-proxy'),
  settingsProxyPassword: call('settings:proxy-password'),
  foldersChooseLibrary: call('folders:choose-library'),
  foldersOpenLibrary: call('folders:open-library'),
  foldersChooseWildcard: call('folders:choose-wildcard'),
  wildcardsFolder: call('wildcards:folder'),
  wildcardsRead: call('wildcards:read'),
  wildcardsSave: call('wildcards:save'),
  wildcardsRename: call('wildcards:rename'),
  wildcardsRemove: call('wildcards:remove'),
  windowsSet: call('windows:set'),
  windowsShow: call('windows:show'),
  ledgerExport: call('ledger:export'),
  diagnosticsSave: call('diagnostics:save'),
  diagnosticsCancel: call('diagnostics:cancel'),
  accountsAdd: call('accounts:add'),
  accountsRename: call('accounts:rename'),
  accountsReplaceKey: call('accounts:replace-key'),
  accountsForgetKey: call('accounts:forget-key'),
  accountsChangeAddress: call('accounts:change-address'),
  accountsSetConsoles: call('accounts:set-consoles'),
  accountsSetOptions: call('accounts:set-options'),
  accountsOpenConsole: call('accounts:open-console'),
  accountsRemovalFacts: call('accounts:removal-facts'),
  accountsRemove: call('accounts:remove'),
  accountsRestore: call('accounts:restore'),
  accountsSelect: call('accounts:select'),
  accountsResumeSending: call('accounts:resume-sending'),
  accountsTest: call('accounts:test'),
  accountsTestNew: call('accounts:test-new'),
  accountsKeepEnvironmentKey: call('accounts:keep-environment-key'),
  accountsDeclineEnvironmentKey: call('accounts:decline-environment-key'),
  onChanges: (listener) => {
    const receive = (_event: unknown, batch: ChangeBatch): void => listener(batch);
    // Spelled out, so that the sandboxed preload does not load the whole contract for one word.
    ipcRenderer.on('changes', receive);
    return () => {
      ipcRenderer.off('changes', receive);
    };
  },
} satisfies Api;

contextBridge.exposeInMainWorld('api', api);

/** The parts of a drop event that are read here. This program has no DOM types. */
interface DropEvent {
  readonly isTrusted: boolean;
  readonly target: { closest?(selector: string): unknown } | null;
  readonly dataTransfer: { readonly files: Iterable<File & { readonly path?: string }> } | null;
}
declare const window: { addEventListener(type: 'drop', listener: (event: DropEvent) => void): void };

/** Before Electron 32, the file itself has its path. */
const pathOf = (file: File & { readonly path?: string }): string => (webUtils as typeof webUtils | undefined)?.getPathForFile(file) ?? file.path ?? '';

// Read here, out of reach of the page's scripts: an event made by a script is not trusted, and only a real file has a path.
window.addEventListener('drop', (event) => {
  const files = [...(event.dataTransfer?.files ?? [])];
  // The page reads a list of prompts and reference pictures itself, which needs no path.
  if (isDroppedList(files) || event.target?.closest?.(`[${takesPictures}]`)) return;
  const paths = files.map(pathOf).filter((path) => path !== '');
  if (event.isTrusted && paths.length > 0) ipcRenderer.send('dropped-files', paths);
});
