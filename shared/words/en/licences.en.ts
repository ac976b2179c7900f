/** Words of: the notices of everything in the app. Keys begin with the area's name; values are ICU messages. */
export const licences = {
  'licences.open': 'Licences…',
  'licences.title': 'Licences',
  'licences.explained': 'Latent is free software. {count, plural, one {# package and Electron are part of it, each under its own licence.} other {# packages and Electron are part of it, each under its own licence.}}',
  'licences.chromium': 'Notices of Chromium',
  'licences.no-text': 'The package names its licence, but does not contain its text.',
} as const;
