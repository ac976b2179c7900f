/** Words of: comparing pictures. Keys begin with the area's name; values are ICU messages. */
export const compare = {
  'compare.name': 'Compare',
  // A verb: a command in menus.
  'compare.do': 'Compare',
  'compare.do-next': 'Compare with the next picture',
  // How many of the compared pictures are not knocked out yet.
  'compare.left': '{count, plural, one {{left, number} of # left} other {{left, number} of # left}}',
  'compare.count': '{count, plural, one {# picture} other {# pictures}}',
  'compare.pictures': 'Compared pictures',
  'compare.picture': '{at, number} of {count, number}: {prompt}',
  'compare.picture-alone': 'Picture',
  'compare.mode': 'View',
  'compare.mode.side': 'Side by side',
  'compare.mode.overlay': 'Overlay',
  'compare.mode.difference': 'Difference',
  'compare.overlay-of': 'Picture {first, number} on the left of the line, picture {second, number} on the right',
  'compare.difference-of': 'Difference between pictures {first, number} and {second, number}. Black means no difference.',
  'compare.divider': 'Line between pictures {first, number} and {second, number}',
  // A verb: a slider that makes small differences visible.
  'compare.amplify': 'Amplify',
  'compare.times': '{factor}×',
  'compare.scaled': '{first} and {second}, shown at the same size',
  'compare.fitted': '{first} and {second} have different aspect ratios. Both are shown whole and centred.',
  // A verb, as of a contest: leaves this picture out of the comparison. Nothing is deleted.
  'compare.knock-out': 'Knock out',
  'compare.bring-back': 'Bring back picture {at, number}',
  'compare.out': 'Knocked out',
  'compare.add': 'Add the next picture',
  // A heading above the settings that all compared pictures have in common.
  'compare.same': 'The same for all',
  'compare.same-prompt': 'Prompt',
  // name: such as “Model”. value: such as gpt-image-1.
  'compare.setting': '{name}: {value}',
  // A value: no picture says it.
  'compare.not-stated': 'not stated',
  // percent: such as 100 %. action: what a click does, such as “Fit the window”.
  'compare.zoom': '{percent}. {action}',
  // A button: picks the pictures that are left and rejects those knocked out.
  'compare.decide': '{picked, plural, one {Pick this one, reject {rejected, number}} other {Pick these #, reject {rejected, number}}}',
  // A message after the button.
  'compare.decided': '{picked, plural, one {# picked} other {# picked}}, {rejected, plural, one {# rejected} other {# rejected}}',
  // Names of acts, after “Undo: ”.
  'compare.act.decide': 'pick {picked, number} and reject {rejected, number}',
  'compare.act.knock-out': 'knock out a picture',
  'compare.too-many': 'You can compare at most {most, number} pictures. Select fewer.',
  'compare.too-few': 'There is no other picture to compare this one with.',
  'compare.full': 'You can compare at most {most, number} pictures. Knock one out to add another.',
  'compare.no-more': 'There are no more pictures to add.',
  'compare.large': 'These pictures are too large for all of them to be shown in full detail. When you zoom in, only the focused one is sharp.',

  'shortcut.area.compare': 'Comparing',
  'shortcut.area.overlay': 'Comparing: overlay',
  'shortcut.area.difference': 'Comparing: difference',
  'shortcut.compare': 'Compare the selected pictures, or this one with the next',
  'shortcut.compare-close': 'Back to side by side, or close the comparison',
  'shortcut.compare-move': 'Move between the pictures',
  'shortcut.compare-knock-out': 'Knock out the picture (nothing is deleted)',
  'shortcut.compare-decide': 'Pick the pictures that are left, and reject the others',
  'shortcut.compare-add': 'Add the next picture',
  'shortcut.compare-overlay': 'Show two pictures as an overlay',
  'shortcut.compare-difference': 'Show the difference between two pictures',
  'shortcut.compare-divide': 'Move the line in the overlay',
  'shortcut.compare-amplify': 'Amplify the difference more, or less',
  'shortcut.compare-facts': 'Show or hide the details',
} as const;
