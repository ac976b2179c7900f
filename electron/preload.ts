import { contextBridge, ipcRenderer } from 'electron';
import type { Api, ChangeBatch, Outputs } from '../shared/ipc/api.ts';
import type { Channel, Input } from '../shared/ipc/schemas.ts';
import type { Result } from '../shared/result.ts';

/**
 * One function per channel; the page gets neither `ipcRenderer` nor a call whose channel it could choose. `changes`
 * is spelled out here because a sandboxed preload should not load the whole contract for one word.
 */
function call<C extends Channel>(channel: C): (input?: Input<C>) => Promise<Result<Outputs[C]>> {
  return (input) => ipcRenderer.invoke(channel, input) as Promise<Result<Outputs[C]>>;
}

const api = {
  appSnapshot: call('app:snapshot'),
  appCopyText: call('app:copy-text'),
  tasksSubmit: call('tasks:submit'),
  tasksPrompts: call('tasks:prompts'),
  tasksDetail: call('tasks:detail'),
  tasksAsk: call('tasks:ask'),
  tasksStop: call('tasks:stop'),
  tasksWithdraw: call('tasks:withdraw'),
  tasksDismiss: call('tasks:dismiss'),
  tasksAttach: call('tasks:attach'),
  tasksAdopt: call('tasks:adopt'),
  libraryOpenGallery: call('library:open-gallery'),
  libraryOpenHistory: call('library:open-history'),
  libraryReady: call('library:ready'),
  libraryPictures: call('library:pictures'),
  libraryTasks: call('library:tasks'),
  libraryLocatePicture: call('library:locate-picture'),
  libraryLocateTask: call('library:locate-task'),
  libraryFolders: call('library:folders'),
  libraryAtTime: call('library:at-time'),
  marksSet: call('marks:set'),
  marksUndo: call('marks:undo'),
  marksRedo: call('marks:redo'),
  marksCancel: call('marks:cancel'),
  marksOf: call('marks:of'),
  marksTags: call('marks:tags'),
  marksEmptyTrash: call('marks:empty-trash'),
  searchesList: call('searches:list'),
  searchesSave: call('searches:save'),
  searchesRename: call('searches:rename'),
  searchesRemove: call('searches:remove'),
  imagesDescribe: call('images:describe'),
  imagesAbsent: call('images:absent'),
  imagesLookForMissing: call('images:look-for-missing'),
  imagesCopy: call('images:copy'),
  imagesReveal: call('images:reveal'),
  imagesExport: call('images:export'),
  thumbnailsInSight: call('thumbnails:in-sight'),
  thumbnailsTryAgain: call('thumbnails:try-again'),
  settingsUpdate: call('settings:update'),
  settingsSetProxy: call('settings:set-proxy'),
  settingsProxyPassword: call('settings:proxy-password'),
  settingsChooseLibraryFolder: call('settings:choose-library-folder'),
  settingsOpenLibraryFolder: call('settings:open-library-folder'),
  ledgerExport: call('ledger:export'),
  diagnosticsSave: call('diagnostics:save'),
  accountsAdd: call('accounts:add'),
  accountsRename: call('accounts:rename'),
  accountsReplaceKey: call('accounts:replace-key'),
  accountsForgetKey: call('accounts:forget-key'),
  accountsChangeAddress: call('accounts:change-address'),
  accountsSelect: call('accounts:select'),
  accountsTest: call('accounts:test'),
  accountsTestNew: call('accounts:test-new'),
  accountsKeepEnvironmentKey: call('accounts:keep-environment-key'),
  accountsDeclineEnvironmentKey: call('accounts:decline-environment-key'),
  onChanges: (listener) => {
    const receive = (_event: unknown, batch: ChangeBatch): void => listener(batch);
    ipcRenderer.on('changes', receive);
    return () => {
      ipcRenderer.off('changes', receive);
    };
  },
} satisfies Api;

contextBridge.exposeInMainWorld('api', api);
