/** Words of: undo and redo. Keys begin with the area's name; values are ICU messages. */
export const undo = {
  'undo.button': 'Undo',
  'undo.redo-button': 'Redo',
  // name: the name of an act, such as “rate 3 pictures”, always after a colon.
  'undo.do': 'Undo: {name}',
  'undo.redo': 'Redo: {name}',
  'undo.undone': '{kept, plural, =0 {Undone: {name}} one {Undone: {name}. # was changed since and stays as it is.} other {Undone: {name}. # were changed since and stay as they are.}}',
  'undo.redone': '{kept, plural, =0 {Redone: {name}} one {Redone: {name}. # was changed since and stays as it is.} other {Redone: {name}. # were changed since and stay as they are.}}',
  'undo.stopped': '{left, plural, one {Stopped, # is left to undo: {name}} other {Stopped, # are left to undo: {name}}}',
  'undo.redo-stopped': '{left, plural, one {Stopped, # is left to redo: {name}} other {Stopped, # are left to redo: {name}}}',
  'undo.already': 'Already undone: {name}',
  'undo.later-first': 'First undo what was moved since. Not changed: {name}',
  'undo.changed': 'Can no longer be undone, because it was changed since: {name}',
  'undo.forgotten': 'Too much was done since, so it can no longer be undone: {name}',
  'undo.too-late': 'Can no longer be undone: {name}',
  'undo.too-late-to-redo': 'Can no longer be redone: {name}',
  'undo.nothing': 'Nothing to undo',
  'undo.nothing-to-redo': 'Nothing to redo',
} as const;
