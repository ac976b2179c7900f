import type { similar as english } from '../en/similar.en.ts';
import type { Translation } from '../translation.ts';

export const similar = {
  'similar.like': 'Ähnliche Bilder',
  'similar.find-copies': 'Fast-Duplikate suchen',
  'similar.no-copies': 'Keine Fast-Duplikate',
  'similar.no-copies-explained': 'Fast-Duplikate sind Bilder, die sich nur in Größe, Format oder Helligkeit unterscheiden, oder durch einen schmalen Rand, der abgeschnitten wurde.',
  'similar.none': 'Keine ähnlichen Bilder',
  'similar.none-explained': 'Ein Bild kann verglichen werden, sobald es eine Miniatur hat.',
  'similar.compared': '{pictures, plural, one {{compared, number} von # Bild ist bisher verglichen.} other {{compared, number} von # Bildern sind bisher verglichen.}} Latent vergleicht die übrigen im Hintergrund.',
  'similar.keep-best': 'Je Satz nur das beste…',
  'similar.keep-best-question': '{count, plural, one {# Fast-Duplikat in den Papierkorb legen?} other {# Fast-Duplikate in den Papierkorb legen?}}',
  'similar.keep-best-explained': '{sets, plural, one {Das oberste Bild des Satzes bleibt.} other {Das oberste Bild jedes der # Sätze bleibt.}} Du kannst das rückgängig machen, und Bilder bleiben mindestens {days, number} Tage im Papierkorb.',
  'similar.keep-best-more': 'Es sind mehr Sätze ausgewählt, als in einen Schritt passen. Wiederhole ihn für die übrigen.',
  'similar.keep-best-marked': '{count, plural, one {# Fast-Duplikat ist markiert oder in einem Album und bleibt deshalb, außer du nimmst es dazu: {reasons}.} other {# Fast-Duplikate sind markiert oder in Alben und bleiben deshalb, außer du nimmst sie dazu: {reasons}.}}',
  'similar.keep-best-with-marked': 'Auch diese in den Papierkorb legen',
  'similar.keep-best-confirm': 'In den Papierkorb',
  'similar.keep-best-nothing': 'Kein Satz von Fast-Duplikaten ist ausgewählt',
  'similar.marked.picked': '{count, plural, one {# behalten} other {# behalten}}',
  'similar.marked.favourites': '{count, plural, one {# Favorit} other {# Favoriten}}',
  'similar.marked.rated': '{count, plural, one {# bewertet} other {# bewertet}}',
  'similar.marked.described': '{count, plural, one {# mit Farbmarke, Schlagwort oder Notiz} other {# mit Farbmarke, Schlagwort oder Notiz}}',
  'similar.marked.inAlbums': '{count, plural, one {# in einem Album} other {# in Alben}}',

  'shortcut.like': 'Die ähnlichsten Bilder zu diesem zeigen',
  'shortcut.near-copies': 'Fast-Duplikate suchen',
  'shortcut.keep-best': 'Von jedem ausgewählten Satz von Fast-Duplikaten nur das beste Bild lassen, die anderen in den Papierkorb legen',
} satisfies Translation<typeof english>;
