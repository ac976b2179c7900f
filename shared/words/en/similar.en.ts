/** Words of: similar pictures and near copies. Keys begin with the area's name; values are ICU messages. */
export const similar = {
  'similar.like': 'More like this',
  'similar.find-copies': 'Find near copies',
  'similar.no-copies': 'No near copies',
  'similar.no-copies-explained': 'Near copies are pictures that differ only in their size, format or brightness, or in a narrow edge that was cut off.',
  'similar.none': 'No similar pictures',
  'similar.none-explained': 'A picture can be compared as soon as it has a thumbnail.',
  'similar.compared': '{pictures, plural, one {{compared, number} of # picture is compared so far.} other {{compared, number} of # pictures are compared so far.}} Latent compares the others in the background.',
  'similar.keep-best': 'Keep the best of each set…',
  'similar.keep-best-question': '{count, plural, one {Move # near copy to the trash?} other {Move # near copies to the trash?}}',
  'similar.keep-best-explained': '{sets, plural, one {The picture on top of the set stays.} other {The picture on top of each of the # sets stays.}} You can undo this, and pictures stay in the trash for at least {days, number} days.',
  'similar.keep-best-more': 'More sets are selected than fit into one step. Repeat it for the others.',
  'similar.keep-best-marked': '{count, plural, one {# near copy is marked or in an album, so it stays, unless you include it: {reasons}.} other {# near copies are marked or in albums, so they stay, unless you include them: {reasons}.}}',
  'similar.keep-best-with-marked': 'Move these to the trash, too',
  'similar.keep-best-confirm': 'Move to the trash',
  'similar.keep-best-nothing': 'No set of near copies is selected',
  // A list after a colon: why near copies stay.
  'similar.marked.picked': '{count, plural, one {# picked} other {# picked}}',
  'similar.marked.favourites': '{count, plural, one {# favourite} other {# favourites}}',
  'similar.marked.rated': '{count, plural, one {# rated} other {# rated}}',
  'similar.marked.described': '{count, plural, one {# with a label, tag or note} other {# with a label, tag or note}}',
  'similar.marked.inAlbums': '{count, plural, one {# in an album} other {# in albums}}',

  'shortcut.like': 'Show the pictures that look most like this one',
  'shortcut.near-copies': 'Find near copies',
  'shortcut.keep-best': 'Of each selected set of near copies, keep the best picture and move the others to the trash',
} as const;
