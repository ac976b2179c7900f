/** Words of: similar pictures and near copies. Keys begin with the area's name; values are ICU messages. */
export const similar = {
  'similar.like': 'More like this',
  'similar.find-copies': 'Find near copies',
  'similar.no-copies': 'No near copies',
  'similar.no-copies-explained': 'Near copies are pictures that differ only in their size, format or brightness, or in a narrow edge that was cut off.',
  'similar.none': 'No similar pictures',
  'similar.none-explained': 'A picture can be compared as soon as it has a thumbnail.',
  'similar.compared': '{compared, number} of {pictures, plural, one {# picture} other {# pictures}} are compared so far. Latent compares the others in the background.',

  'shortcut.like': 'Show the pictures that look most like this one',
  'shortcut.near-copies': 'Find near copies',
} as const;
