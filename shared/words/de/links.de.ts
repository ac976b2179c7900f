import type { links as english } from '../en/links.en.ts';
import type { Translation } from '../translation.ts';

export const links = {
  'links.prompt': 'Prompt aus einem Link übernommen, nichts wurde gesendet. Rückgängig im Prompt holt zurück, was dort stand',
  'links.search': 'Suche aus einem Link übernommen',
  'links.task': 'Auftrag aus einem Link. Wenn er nicht in der Liste steht, hat dieser Verlauf ihn nicht',
  'links.picture': 'Bild aus einem Link',
  'links.no-picture': 'Diese Bibliothek hat das Bild dieses Links nicht.',
  'links.copy': 'Link hierzu kopieren',
  'links.copy-picture': 'Link zum Bild',
  'links.copy-task': 'Link zum Auftrag',
  'links.copy-search': 'Link zu dieser Suche kopieren',
  'links.copied': 'Link kopiert. Er öffnet sich in Latent auf diesem Computer',
  'links.refused.unknown': 'Latent kennt diesen Link nicht, deshalb wurde nichts getan. Vielleicht braucht er eine neuere Version.',
  'links.refused.damaged': 'Dieser Link ist beschädigt, deshalb wurde nichts getan.',
  'links.refused.too-long': 'Dieser Link ist zu lang, deshalb wurde nichts getan.',
  'links.unread.unreadable': '„{name}“ konnte nicht gelesen werden, deshalb wurde nichts geändert.',
  'links.unread.too-large': '„{name}“ ist zu groß für eine Prompt-Datei, deshalb wurde nichts geändert. Um die Datei als Liste zu öffnen, zieh sie auf das Fenster.',
  'links.others': 'Nur das Neueste wurde geöffnet. {count, plural, one {# anderer Link oder # andere Datei nicht} other {# andere Links oder Dateien nicht}}',
  'links.too-many': '{count, plural, one {# Link oder Datei wurde nicht geöffnet, weil binnen einer Minute zu viele kamen.} other {# Links oder Dateien wurden nicht geöffnet, weil binnen einer Minute zu viele kamen.}} Nichts wurde geändert.',
  'links.waits': 'Was Latent für dich oder ein anderes Programm öffnen soll, wird gezeigt, wenn du diesen Dialog schließt.',
} satisfies Translation<typeof english>;
