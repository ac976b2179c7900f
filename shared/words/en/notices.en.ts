/** Notices at the top of the window: one for every code of Notice (shared/ipc/api.ts), with their buttons. */
export const notices = {
  'notice.library-unreachable': 'Latent cannot reach the library folder or write to it: {subject}. New pictures wait, and are saved automatically when the folder is available again.',
  'notice.library-full': 'The disk of the library folder is full: {subject}. New pictures wait, and are saved automatically when there is space.',
  'notice.library-in-use':
    'Another copy of Latent is writing to the library folder: {subject}. Only one can write at a time, so new pictures wait until it is done. To save them now, choose another folder in Settings.',
  'notice.id-not-saved': 'The service accepted a task, but its ID could not be saved yet. Copy it to be safe: {subject}',
  'notice.settings-restored':
    'Latent could not read some of its settings, and uses choices that cost nothing in their place. If the queue is on hold now, check the settings and then resume it. {subject}',
  // parts: a list of the lines below and of those that begin with settings.unread, as subjects or objects of “Not read”.
  'notice.unread': 'Not read: {parts}. The file as it was is kept: {file}.',
  'notice.unread.nothing': 'a damaged part of the file, in which nothing seems to be missing',
  'notice.unread.formerLibraryFolders': 'earlier library folders (choose one in Settings to see its pictures again)',
  'notice.unread.window': 'the state of the window',
  'notice.unread.keys': 'the key of an account (type it in again in its settings)',
  'notice.database-restored':
    'The history was damaged or missing. Latent restored it from the last backup and added what is in your library folder, so your pictures are all here. Nothing is sent twice: tasks that may have been sent since the backup wait for your decision. If a task is missing, add it by its ID in History. The damaged files are kept in {subject}',
  'notice.database-rebuilt':
    'The history was damaged or missing, and there was no backup. Latent rebuilt it from your library folder, so your pictures are here with their prompts and IDs. Nothing is sent twice. Tasks without a picture are not in it; add them by their ID in History. Check the budgets of your accounts: the latest change may be missing, and the cost of tasks without a picture no longer counts. The damaged files are kept in {subject}',
  'notice.history-stopped':
    'Latent cannot read or write the history at the moment, and keeps trying. Until it succeeds, nothing new is sent. Nothing that was saved is lost. Reason: {subject}',
  'notice.history-missing':
    'The file of the history was moved or deleted while Latent was running: {subject}. Put it back, or quit Latent and open it again to restore the history from its last backup and your library folder. Until then, nothing new is sent.',
  'notice.history-restarted':
    'The part of Latent that keeps the history stopped because of an error and was started again. Everything that was saved is there, and nothing was sent twice. If it happens again, save the diagnostics in Settings.',
  'notice.thumbnails-being-made': 'Latent is making thumbnails and comparing pictures in the background: {subject, number, percent} of the library done. Everything works as usual.',
  'notice.copy-id': 'Copy ID',
  'notice.open-settings': 'Open Settings',
  'notice.environment-key-short': 'SERVICE_API_KEY is set on this computer. Latent can keep it as the key of an account.',
  'notice.environment-key': 'SERVICE_API_KEY is set on this computer (it ends in {lastFour}). Latent can keep it as the key of an account.',
  'notice.environment-key-keep': 'Set up account',
  'notice.environment-key-decline': 'Not now',
} as const;
