/** Words of the window around everything. Keys begin with the area's name; values are ICU messages. */
export const app = {
  // The name of the sidebar, for screen readers.
  'app.nav': 'Places',
  'app.library': 'Library',
  'app.favourites': 'Favourites',
  'app.pictures': '{count, plural, one {# picture} other {# pictures}}',
  'app.show-sidebar': 'Show the sidebar',
  'app.hide-sidebar': 'Hide the sidebar',
  'app.settings': 'Settings',
  'app.shortcuts': 'Keyboard shortcuts',
  'app.practice-explained': 'No key, no cost',
  'app.retry': 'Try again',
  'app.close': 'Close',
  'app.back': 'Back',
  'app.cancel': 'Cancel',
  // A button with a menu of further commands.
  'app.more': 'More',
  'app.copied-prompt': 'Prompt copied',
  'app.copied-id': 'Task ID copied',
  'app.copied-for-support': 'Details for the service’s support copied, with addresses shortened',
  'app.copied-local-id': 'Local ID copied. The service has not given this task an ID.',
  'app.copied-picture': 'Picture copied',
  'app.copy-failed': 'Copying failed. Nothing was changed.',
  'app.details': 'Details: {detail}',
  'app.dismiss-notification': 'Dismiss',
  'app.notifications': 'Notifications',
  // For screen readers. field: the label of a field, such as “Model”. value: what the person entered there.
  'app.remove-value': '{field}: remove {value}',
  // For screen readers, of a field that can have several values. values: a list of them.
  'app.several-values': '{count, plural, =0 {A comma adds another value.} one {A comma adds another value.} other {# values: {values}.}}',
  // A button beside a suggestion: “this one” is a model, a size or a quality. Its opposite follows.
  'app.add-value': 'Use this one too',
  'app.leave-out-value': 'Leave this one out',
  // For screen readers. A button that opens the list of suggestions of a field.
  'app.suggestions-for': '{field}: suggestions',
  // text: a name that a person gave, such as a tag, in a list of several.
  'app.quoted': '“{text}”',
} as const;
