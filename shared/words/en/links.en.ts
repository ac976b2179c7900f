/** Words of: links and files that other programs open in Latent. Keys begin with the area's name; values are ICU messages. */
export const links = {
  'links.prompt': 'Prompt taken from a link, and nothing was sent. Undo in the prompt brings back what was there',
  'links.search': 'Search taken from a link',
  'links.task': 'Task from a link. If it is not listed, this history does not have it',
  'links.refused.unknown': 'Latent does not know this link, so nothing was done. It may need a newer version.',
  'links.refused.damaged': 'This link is damaged, so nothing was done.',
  'links.refused.too-long': 'This link is too long, so nothing was done.',
  'links.unread.unreadable': '“{name}” could not be read, so nothing was changed.',
  'links.unread.too-large': '“{name}” is too large for a prompt file, so nothing was changed. To open it as a list, drop it on the window.',
  'links.others': 'Only the newest was opened. {count, plural, one {# other link or file was not} other {# other links or files were not}}',
  'links.too-many': '{count, plural, one {# link or file was not opened, because too many came within a minute.} other {# links or files were not opened, because too many came within a minute.}} Nothing was changed.',
  'links.waits': 'What you or another program asked Latent to open is shown when you close this dialog.',
} as const;
