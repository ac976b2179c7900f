/** Words of: the question whether Latent goes on without its window. */
export const keepRunning = {
  'keep-running.title': 'Keep Latent running without its window?',
  'keep-running.tasks': '{count, plural, one {# task is in progress or waits.} other {# tasks are in progress or wait.}}',
  'keep-running.icon':
    'If Latent keeps running, it goes on sending, checking and saving. Its icon in the system tray shows the window again, and so does opening Latent. If you quit, the tasks go on when you open Latent next. You can change this in Settings under Appearance.',
  'keep-running.no-icon':
    'If Latent keeps running, it goes on sending, checking and saving. Opening Latent again shows the window. If you quit, the tasks go on when you open Latent next. You can change this in Settings under Appearance.',
  'keep-running.keep': 'Keep running',
  'keep-running.quit': 'Quit',
} as const;
