/** What is said at the start: why the app does not start, in the system's dialogs, and until the window has its library. */
export const start = {
  'start.refused.title': 'Latent has not started',
  'start.refused.debugging':
    'Latent was started with an option that lets another program read or control it, so it has not started. Nothing was changed, sent or charged. Start it without extra options.',
  'start.refused.without-sandbox':
    'Latent was started without its sandbox, which protects your computer from damaged or hostile pictures, so it has not started. Nothing was changed, sent or charged.\n\nStart it without extra options. If you did not add any, this system does not let an AppImage create a sandbox: install the .deb package instead, or allow unprivileged user namespaces.',
  'start.open-already.title': 'Latent is already open',
  'start.open-already.body':
    'Another copy of Latent is using the history in {folder}, so this one has not started: two at once could send a task twice. Nothing was changed, sent or charged.\n\nSwitch to the other window, or close it and open Latent again. If you find no window, sign out of this computer or restart it.',
  'start.handed-over.title': 'Latent opens in a moment',
  'start.handed-over.body':
    'A command of Latent is using your history. It saves the answers to what it has just sent, hands over, and goes on through this window. Nothing is lost or sent twice. Waiting for slow answers may take some minutes.',
  'start.elsewhere.title': 'Is Latent open on another computer?',
  'start.elsewhere.body':
    'The history in {folder} was last opened on the computer “{computer}”, and Latent did not quit properly there. If it is still open there, opening it here too could send a task twice. Close it there first.\n\nIf it is not open there, because this is a copy, a restored backup, or the same computer under another name, open it here.',
  'start.elsewhere.open': 'Open Here',
  'start.elsewhere.quit': 'Quit',
  'start.failed.title': 'Latent cannot open its history',
  'start.failed.body':
    'The history in {folder} could not be opened, so Latent has not started. Nothing was changed, sent or charged. The pictures in your library folder are untouched.\n\n{detail}',
  'start.failed.newer':
    'The history in {folder} was written by a newer version of Latent. Install that version to open it. Nothing was changed, sent or charged.',
  'start.failed.older':
    'The history in {folder} was written by a version of Latent from before its first release, which this version cannot read. Nothing was changed, sent or charged. The pictures in your library folder are untouched.\n\nTo begin a new history with these pictures and your keys, move the files latent.db and latent.db-wal from that folder to another place, and open Latent again.',
  'start.under-way': 'Opening your library…',
  'start.reload': 'Load again',
  'start.part-missing': 'This part of Latent could not be loaded',
  'start.part-missing-explained': 'Sending, checking and saving go on. Load the window again. If that does not help, quit Latent and open it again.',
  'start.not-loaded': 'Latent could not load its window',
  'start.not-loaded-explained':
    'Sending, checking and saving go on, and the text in the prompt field is kept. Quit Latent and open it again. If that does not help, install it again: your pictures, history and keys stay.',
  'start.unread': 'Latent could not read its library',
  // reason: one or more sentences.
  'start.unread-explained': 'What was saved is safe. Tasks that wait may be sent meanwhile. {reason}',
} as const;
