/** Words of: viewer. Keys begin with the area's name; values are ICU messages. */
export const viewer = {
  'viewer.name': 'Viewer',
  'viewer.close': 'Back',
  'viewer.previous': 'Previous picture',
  'viewer.next': 'Next picture',
  'viewer.position': '{ordinal, number} of {count, number}',
  'viewer.position-counting': '{ordinal, number} of {count, number}+',
  'viewer.zoom': 'Zoom',
  'viewer.zoom-in': 'Zoom in',
  'viewer.zoom-out': 'Zoom out',
  'viewer.zoom-value': '{percent}. {action}',
  'viewer.fit': 'Fit the window',
  'viewer.actual': 'Actual size',
  'viewer.keep-zoom': 'Keep the zoom from picture to picture',
  'viewer.actions': 'Actions',
  'viewer.copy-picture': 'Copy picture',
  'viewer.export': 'Save a copy…',
  'viewer.reveal': 'Show in folder',
  'viewer.show-facts': 'Show the details',
  'viewer.hide-facts': 'Hide the details',

  'viewer.filmstrip': 'Filmstrip',
  'viewer.filmstrip-picture': 'Picture {index, number} of {count, number}',
  'viewer.filmstrip-sibling': 'Picture {index, number} of {count, number}, of the same task',
  'viewer.was-last': 'That was the last picture here.',

  'viewer.missing': 'The picture’s file is missing',
  'viewer.missing-explained':
    'The file is not in the place below. It may have been moved, renamed or deleted outside of Latent. Everything known about the picture is kept, and it is shown again as soon as its file is found.',
  'viewer.changed': 'The picture’s file was changed',
  'viewer.changed-explained':
    'The place below has another file now, for example after an edit in another program. If that file is a picture, the gallery shows it separately. Everything known about this picture is kept, and it is shown again as soon as a file with its content is found.',
  'viewer.missing-folder-explained':
    'The library folder is not there: it was moved or renamed, or its disk is not connected. Everything known about the picture is kept, and it is shown again as soon as the folder is back or you choose its new place.',
  'viewer.missing-look': 'Look for it',
  'viewer.missing-choose': 'Choose the library folder…',
  'viewer.missing-open': 'Open the library folder',
  'viewer.missing-looking': 'Looking through the library folders… {checked, number} files read.',
  'viewer.missing-nowhere':
    'No file in the library folders has this picture’s content. If you moved the folder, choose its new place; if you deleted the file, its prompt and its task stay here.',
  'viewer.missing-failed': 'The search stopped because of an error. Nothing was changed. Try again.',
  'viewer.kept-only': '{type, select, bin {Latent does not know this kind of file} other {Latent cannot show {extension} files}}',
  'viewer.kept-only-explained':
    'The service delivered this file instead of a picture that Latent can show. It is kept in your library exactly as it came. Open it in another program.',
  'viewer.damaged': 'This picture cannot be shown',
  'viewer.damaged-explained': 'Its file is there, but it is damaged or cannot be read. The file is unchanged, and everything known about the picture is kept.',
  'viewer.damaged-retry': 'Try again',

  'viewer.facts': 'Details',
  'viewer.picture': 'Picture',
} as const;
