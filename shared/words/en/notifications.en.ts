/** Words of: notifications of the system. Keys begin with the area's name; values are ICU messages. A title has no foreign text. */
export const notifications = {
  'notifications.made': '{count, plural, one {Your picture is ready} other {# pictures are ready}}',
  'notifications.failed': '{count, plural, one {A task failed} other {# tasks failed}}',
  'notifications.undecided': '{count, plural, one {A task needs your decision} other {# tasks need your decision}}',
  'notifications.batch-done': 'A batch is done',
  'notifications.batch-failed': 'A batch is done, with failed tasks',
  'notifications.batch-undecided': 'A batch needs your decision',
  'notifications.batch-made': '{tasks, plural, one {{made, number} of # task made pictures} other {{made, number} of # tasks made pictures}}',
  'notifications.batch-held': 'The service refused a task. The rest of its batch is on hold',
  'notifications.sending-stopped': 'Latent stopped sending',
  'notifications.sending-stopped.detail': '{account}: the outcome of several tasks is unknown',
  'notifications.key-refused': 'The service refused the key',
  'notifications.key-refused.detail': '{account}: tasks wait until you replace it',
  'notifications.budget': 'A budget is used up',
  'notifications.budget.detail': '{account}: tasks wait for the budget',
} as const;
