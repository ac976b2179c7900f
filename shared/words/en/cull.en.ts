/** Words of: culling, which means deciding about many pictures one by one. Keys begin with the area's name; values are ICU messages. */
export const cull = {
  'cull.name': 'Cull',
  // A verb: deciding picture by picture which to pick and which to reject.
  'cull.do': 'Cull',
  'cull.from-here': 'Cull from here',
  'cull.selected': 'Cull these pictures',
  'cull.end': 'End culling',
  // Three counts of pictures.
  'cull.tally': '{picked, plural, one {# picked} other {# picked}}, {rejected, plural, one {# rejected} other {# rejected}}, {undecided, plural, one {# undecided} other {# undecided}}',
  'cull.beyond': '{count, plural, one {Culling covers only the first # pictures.} other {Culling covers only the first # pictures.}}',
  // A label of a bar: how many pictures are picked or rejected.
  'cull.decided': 'Decided',
  'cull.unflag': 'Not flagged',
  'cull.skips': 'Skip pictures that you picked or rejected',
  'cull.summary': '{count, plural, one {{decided, number} of # picture decided} other {{decided, number} of # pictures decided}}',
  'cull.go-on': '{count, plural, one {Continue with the undecided picture} other {Continue with the # undecided pictures}}',
  'cull.show-picked': '{count, plural, one {Show the picked picture} other {Show the # picked pictures}}',
  'cull.compare-picked': '{some, select, yes {{count, plural, one {Compare the first # picked picture} other {Compare the first # picked pictures}}} other {{count, plural, one {Compare the # picked picture} other {Compare the # picked pictures}}}}',
  'cull.trash': '{count, plural, one {Move # rejected picture to the trash…} other {Move # rejected pictures to the trash…}}',
  'cull.trash-question': '{count, plural, one {Move # rejected picture to the trash?} other {Move # rejected pictures to the trash?}}',
  'cull.trash-explained': 'Pictures stay in the trash for at least {days, number} days, and you can undo this.',
  'cull.trash-confirm': 'Move to the trash',
  // A button that closes the summary.
  'cull.done': 'Done',

  'shortcut.area.cull': 'Culling',
  'shortcut.cull': 'Cull: decide picture by picture',
  'shortcut.cull-pick': 'Pick, and go to the next picture',
  'shortcut.cull-reject': 'Reject, and go to the next picture',
  'shortcut.cull-unflag': 'Remove the flag, and go to the next picture',
  'shortcut.cull-rate': 'Rate, and go to the next picture',
  'shortcut.cull-label': 'Label, and go to the next picture',
  'shortcut.cull-next': 'Go to the next picture without deciding',
  'shortcut.cull-skips': 'Skip pictures that you picked or rejected, or show them again',
  'shortcut.cull-end': 'End culling, and show the summary',
} as const;
