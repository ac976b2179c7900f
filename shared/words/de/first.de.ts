import type { first as english } from '../en/first.en.ts';
import type { Translation } from '../translation.ts';

export const first = {
  'first.at': 'Schritt {step} von {steps}',
  'first.skip': 'Überspringen',
  'first.close': 'Erste Schritte schließen',

  'first.try.title': 'Willkommen bei Latent',
  'first.try.explained': 'Du schreibst einen Satz, und ein Dienst macht das Bild. Latent bewahrt es auf diesem Computer auf und bezahlt nie versehentlich doppelt.',
  'first.try.practice': 'Mit einem Übungsbild ausprobieren',
  'first.try.practice-explained': 'Ein Übungsbild kostet nichts, und nichts verlässt diesen Computer.',
  'first.try.key': 'Ich habe einen Schlüssel…',

  'first.folder.title': 'Wohin deine Bilder kommen',
  'first.folder.usual': 'Jedes Bild ist eine gewöhnliche Datei in diesem Ordner, bei deinen anderen Bildern.',
  'first.folder.chosen': 'Jedes Bild ist eine gewöhnliche Datei in diesem Ordner, den du gewählt hast.',
  'first.folder.free': '{free} frei',
  'first.folder.keep': 'Diesen Ordner verwenden',
  'first.folder.choose': 'Anderen Ordner wählen…',
  'first.folder.import': 'Latent hat Bilder anderer Programme gefunden. Es kopiert, was du auswählst, und die Originale bleiben, wo sie sind.',
  'first.folder.import-some': '{count, plural, one {# Bild aus {tool} importieren} other {# Bilder aus {tool} importieren}}',
  'first.folder.import-many': '{count, plural, one {Mehr als # Bild aus {tool} importieren} other {Mehr als # Bilder aus {tool} importieren}}',

  'first.write.title': 'Schreib einen Satz',
  'first.write.explained': 'Beschreibe oben im Feld ein Bild, und drücke dann {keys} oder klicke auf „Erzeugen“. Wenn du noch keine Idee hast, nimm diese.',
  'first.write.explained-button': 'Beschreibe oben im Feld ein Bild, und klicke dann auf „Erzeugen“. Wenn du noch keine Idee hast, nimm diese.',
  'first.write.done': 'Fertig',
} satisfies Translation<typeof english>;
