import type { licences as english } from '../en/licences.en.ts';
import type { Translation } from '../translation.ts';

export const licences = {
  'licences.open': 'Licences…',
  'licences.title': 'Licences',
  'licences.explained': 'Latent est un logiciel libre. {count, plural, one {# paquet et Electron en font partie, chacun sous sa propre licence.} other {# paquets et Electron en font partie, chacun sous sa propre licence.}}',
  'licences.chromium': 'Mentions de Chromium',
  'licences.no-text': 'Le paquet indique sa licence, mais n’en contient pas le texte.',
} satisfies Translation<typeof english>;
