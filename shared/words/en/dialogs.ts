/** Words that the main process shows: native dialogs and menus. */
export const dialogs = {
  'dialogs.choose-folder': 'Choose the library folder',
  'dialogs.import-folder': 'Choose a folder to import',
  'dialogs.import-pictures': 'Choose pictures to import',
  'dialogs.export-folder': '{count, plural, one {Choose a folder for a copy of the picture} other {Choose a folder for copies of # pictures}}',
  'dialogs.save-copy': 'Save a copy of the picture',
  'dialogs.save-ledger': 'Export the ledger of submissions',
  'dialogs.save-diagnostics': 'Save diagnostics',
  'dialogs.diagnostics-read-me':
    'Diagnostics of Latent, saved on this computer and sent to nobody. Read them through before you pass them on.\n\nversions.json: which versions run here\nsettings.json: the settings\naccounts.json: accounts without names and keys\nnotices.json: what Latent said at the top of its window\ndatabase.json: whether the history is sound\ntasks.jsonl: the states of up to 5,000 tasks, those with an unknown outcome first\nlogs: what happened, one line per event\n\nKeys are taken out wherever they might stand. Your home folder is written as ~. Prompts, and what the service said in words, are only in tasks.jsonl and only if you ticked the box.',
  'dialogs.crashed.title': 'Latent came upon an error and ends',
  'dialogs.crashed.body':
    'Tasks and their IDs are on disk, and nothing is sent twice: open Latent again and it goes on with them. What happened is written down in {folder}.\n\n{detail}',
  'dialogs.environment-key.question': 'Keep the key from SERVICE_API_KEY (…{lastFour}) for {origin}?',
  'dialogs.environment-key.detail': 'Latent sends it to this address with every request, and to no other.',
  'dialogs.environment-key.keep': 'Keep the Key',
  'dialogs.environment-key.cancel': 'Cancel',
  'dialogs.open-page.question': 'Open this page in your browser?',
  'dialogs.open-page.open': 'Open',
  'dialogs.open-page.cancel': 'Cancel',
  'dialogs.empty-trash.question': 'Remove all pictures in the trash for good?',
  'dialogs.empty-trash.detail':
    'They were paid for and cannot be made again for nothing. Their files go to your system’s trash where it takes them, and are deleted where it does not. The history still says that they were made.',
  'dialogs.empty-trash.empty': 'Empty the Trash',
  'dialogs.empty-trash.cancel': 'Cancel',
  'dialogs.library-holder': '{folder} (computer {computer}, since {since, time, short})',
  'dialogs.open-already.title': 'Latent is open already',
  'dialogs.open-already.body':
    'Another Latent works with the history in {folder}, so this one has not started: two at once could send a task twice. Nothing was changed, sent or charged.\n\nIts window could not be brought to the front from here. Switch to it, or close it and open Latent again. If you find no window, sign out of this computer or restart it.',
  'dialogs.practice-account': 'Practice',
  'dialogs.start-failed.title': 'Latent cannot open its history',
  'dialogs.start-failed.body':
    'The history in {folder} could not be opened, so Latent has not started. Nothing was changed, sent or charged. The pictures in your library folder are untouched.\n\n{detail}',
  'dialogs.start-failed.newer':
    'The history in {folder} was written by a newer version of Latent. Install that version to open it. Nothing was changed, sent or charged.',
  'dialogs.refused-start.title': 'Latent has not started',
  'dialogs.refused-start.debugging':
    'Latent was started with a switch that lets another program read or steer it, so it has not started. Nothing was changed, sent or charged. Start it without extra switches.',
  'dialogs.refused-start.without-sandbox':
    'Latent was started without its sandbox, the wall between pictures that others made and your computer, so it has not started. Nothing was changed, sent or charged.\n\nStart it without extra switches. If you did not add any, this system does not let an AppImage build a sandbox: install the .deb package instead, or allow unprivileged user namespaces.',
  'dialogs.window-gone.title': 'The window stopped and was closed by the system',
  'dialogs.window-gone.loaded-again':
    'Latent has loaded it again. Nothing was lost: submitting, watching and saving went on meanwhile, and nothing was sent twice.',
  'dialogs.window-gone.gave-up':
    'It stopped twice within a minute. Nothing is lost: submitting, watching and saving go on, and nothing is sent twice. If it happens with one picture, that picture may be damaged.',
  'dialogs.window-gone.load': 'Load the Window Again',
  'dialogs.menu.about': 'About Latent',
  'dialogs.menu.hide': 'Hide Latent',
  'dialogs.menu.hide-others': 'Hide Others',
  'dialogs.menu.quit': 'Quit Latent',
  'dialogs.menu.file': 'File',
  'dialogs.menu.import-folder': 'Import Folder…',
  'dialogs.menu.import-pictures': 'Import Pictures…',
  'dialogs.menu.edit': 'Edit',
  'dialogs.menu.undo': 'Undo',
  'dialogs.menu.redo': 'Redo',
  'dialogs.menu.cut': 'Cut',
  'dialogs.menu.copy': 'Copy',
  'dialogs.menu.paste': 'Paste',
  'dialogs.menu.select-all': 'Select All',
  'dialogs.menu.window': 'Window',
  'dialogs.menu.minimize': 'Minimize',
  'dialogs.menu.full-screen': 'Full Screen',
  'dialogs.menu.close': 'Close Window',
} as const;
