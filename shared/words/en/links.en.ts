/** Words of: links and files that other programs open in Latent. Keys begin with the area's name; values are ICU messages. */
export const links = {
  'links.prompt': 'Prompt taken from a link, and nothing was sent. Undo in the prompt brings back what was there',
  'links.search': 'Search taken from a link',
  'links.task': 'Task named by a link. If it is not listed, this library does not have it',
  'links.refused.unknown': 'Latent does not know this link, so nothing was done. It may need a newer version.',
  'links.refused.damaged': 'This link is damaged, so nothing was done.',
  'links.refused.too-long': 'This link is too long, so nothing was done.',
  'links.unread.unreadable': '“{name}” could not be read, so nothing was changed.',
  'links.unread.too-large': '“{name}” is too large for a prompt file, so nothing was changed. To open it as a list, drop it on the window.',
  'links.others': '{count, plural, one {# more link or file was not opened, because only the newest is} other {# more links or files were not opened, because only the newest is}}',
  'links.too-many': '{count, plural, one {# link or file was not opened} other {# links or files were not opened}}, because too many came within a minute. Nothing was changed.',
  'links.waits': 'Something else asked Latent to open a link or a file. It is opened when this dialog is closed.',
} as const;
