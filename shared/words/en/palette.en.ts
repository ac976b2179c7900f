/** Words of: palette. Keys begin with the area's name; values are ICU messages. */
export const palette = {
  'palette.open': 'Command palette',
  'palette.field': 'Commands, settings, albums, tags, searches, prompts, task IDs',
  'palette.found': 'Results',
  'palette.nothing': 'Nothing begins with these words.',
  'palette.recent': 'Used recently',
  'palette.command': 'Commands',
  'palette.setting': 'Settings',
  'palette.place': 'Albums and saved searches',
  'palette.tag': 'Tags',
  'palette.prompt': 'Prompts',
  'palette.task': 'Tasks',
  // id: the ID that the person typed.
  'palette.show-task': 'Find the task with the ID {id}',
  // Hints at the end of a row, in lower case in English: what the row is.
  'palette.hint.album': 'album',
  'palette.hint.search': 'saved search',
  'palette.hint.prompt': 'fills the form',
} as const;
