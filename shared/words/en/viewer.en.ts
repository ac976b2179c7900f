/** Words of: viewer. Keys begin with the area's name; values are ICU messages. */
export const viewer = {
  'viewer.name': 'Viewer',
  'viewer.previous': 'Previous picture',
  'viewer.next': 'Next picture',
  'viewer.position': '{ordinal, number} of {count, number}',
  'viewer.position-counting': '{ordinal, number} of {count, number}+',
  'viewer.zoom': 'Zoom',
  'viewer.zoom-in': 'Zoom in',
  'viewer.zoom-out': 'Zoom out',
  // percent: such as 100 %. action: what a click does, such as “Actual size”.
  'viewer.zoom-value': '{percent}. {action}',
  'viewer.fit': 'Fit the window',
  'viewer.actual': 'Actual size',
  'viewer.keep-zoom': 'Keep the zoom from picture to picture',
  'viewer.actions': 'Actions',
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
  'viewer.missing-looking': '{checked, plural, one {Looking through the library folders… # file read.} other {Looking through the library folders… # files read.}}',
  'viewer.missing-nowhere':
    'No file in the library folders has this picture’s content. If you moved the folder, choose its new place; if you deleted the file, its prompt and its task stay here.',
  'viewer.missing-failed': 'The search stopped because of an error. Nothing was changed. Try again.',
  'viewer.no-preview': '{type, select, bin {Latent does not know this kind of file} other {Latent cannot show {extension} files}}',
  'viewer.no-preview-explained':
    'The service delivered this file instead of a picture that Latent can show. It is kept in your library exactly as it came. Open it in another program.',
  'viewer.damaged': 'This picture cannot be shown',
  'viewer.damaged-explained': 'Its file is there, but it is damaged or cannot be read. The file is unchanged, and everything known about the picture is kept.',
  'viewer.damaged-retry': 'Try again',

  // A noun: a menu of how pictures are shown.
  'viewer.view': 'View',
  'viewer.slideshow': 'Slideshow',
  'viewer.slideshow-started': '{seconds, plural, one {Slideshow: # second for each picture.} other {Slideshow: # seconds for each picture.}} Any key or click ends it.',
  'viewer.slide-time': 'Time for each picture',
  'viewer.slide-seconds': '{seconds, plural, one {# second} other {# seconds}}',
  'viewer.full-screen': 'Full screen',
  'viewer.leave-full-screen': 'Leave full screen',
  'viewer.second': 'Second window',
  'viewer.close-second': 'Close the second window',
  // Behind the picture.
  'viewer.ground': 'Background',
  'viewer.ground.dark': 'Dark',
  'viewer.ground.black': 'Black',
  'viewer.ground.grey': 'Grey',
  'viewer.ground.white': 'White',
  'viewer.ground.checker': 'Checkerboard behind transparent parts',

  'shortcut.full-screen': 'Full screen (Esc leaves it in the viewer)',
  'shortcut.second-window': 'Open or close the second window',
  'shortcut.viewer-slideshow': 'Start or end the slideshow',
  'shortcut.viewer-ground': 'Next background',

  'viewer.facts': 'Details',
  'viewer.picture': 'Picture',
} as const;
