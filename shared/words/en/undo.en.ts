/** Words of: undo and redo. Keys begin with the area's name; values are ICU messages. */
export const undo = {
  'undo.do': 'Undo: {name}',
  'undo.redo': 'Redo: {name}',
  'undo.undone': 'Undone: {name}',
  'undo.redone': 'Redone: {name}',
  'undo.too-late': 'Can no longer be undone: {name}',
  'undo.too-late-to-redo': 'Can no longer be redone: {name}',
  'undo.nothing': 'Nothing to undo',
  'undo.nothing-to-redo': 'Nothing to redo',
} as const;
