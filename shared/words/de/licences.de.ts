import type { licences as english } from '../en/licences.en.ts';
import type { Translation } from '../translation.ts';

export const licences = {
  'licences.open': 'Lizenzen…',
  'licences.title': 'Lizenzen',
  'licences.explained': 'Latent ist freie Software. {count, plural, one {# Paket und Electron sind Teil davon, jedes unter seiner eigenen Lizenz.} other {# Pakete und Electron sind Teil davon, jedes unter seiner eigenen Lizenz.}}',
  'licences.chromium': 'Hinweise von Chromium',
  'licences.no-text': 'Das Paket nennt seine Lizenz, enthält aber nicht ihren Text.',
} satisfies Translation<typeof english>;
