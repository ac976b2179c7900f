import type { viewer as english } from '../en/viewer.en.ts';
import type { Translation } from '../translation.ts';

export const viewer = {
  'viewer.name': 'Bildansicht',
  'viewer.previous': 'Voriges Bild',
  'viewer.next': 'Nächstes Bild',
  'viewer.position': '{ordinal, number} von {count, number}',
  'viewer.position-counting': '{ordinal, number} von {count, number}+',
  'viewer.zoom': 'Zoom',
  'viewer.zoom-in': 'Vergrößern',
  'viewer.zoom-out': 'Verkleinern',
  'viewer.zoom-value': '{percent}. {action}',
  'viewer.fit': 'Ans Fenster anpassen',
  'viewer.actual': 'Originalgröße',
  'viewer.keep-zoom': 'Zoom von Bild zu Bild beibehalten',
  'viewer.actions': 'Aktionen',
  'viewer.export': 'Kopie speichern…',
  'viewer.reveal': 'Im Ordner zeigen',
  'viewer.show-facts': 'Details einblenden',
  'viewer.hide-facts': 'Details ausblenden',

  'viewer.filmstrip': 'Filmstreifen',
  'viewer.filmstrip-picture': 'Bild {index, number} von {count, number}',
  'viewer.filmstrip-sibling': 'Bild {index, number} von {count, number}, aus demselben Auftrag',
  'viewer.was-last': 'Das war das letzte Bild hier.',

  'viewer.missing': 'Die Datei des Bildes fehlt',
  'viewer.missing-explained':
    'Die Datei ist nicht am Ort unten. Vielleicht wurde sie außerhalb von Latent verschoben, umbenannt oder gelöscht. Alles, was über das Bild bekannt ist, bleibt erhalten, und es wird wieder gezeigt, sobald seine Datei gefunden ist.',
  'viewer.changed': 'Die Datei des Bildes wurde geändert',
  'viewer.changed-explained':
    'Am Ort unten ist jetzt eine andere Datei, zum Beispiel nach einer Bearbeitung in einem anderen Programm. Wenn jene Datei ein Bild ist, zeigt die Galerie es gesondert. Alles, was über dieses Bild bekannt ist, bleibt erhalten, und es wird wieder gezeigt, sobald eine Datei mit seinem Inhalt gefunden ist.',
  'viewer.missing-folder-explained':
    'Der Bibliotheksordner ist nicht da: Er wurde verschoben oder umbenannt, oder sein Datenträger ist nicht verbunden. Alles, was über das Bild bekannt ist, bleibt erhalten, und es wird wieder gezeigt, sobald der Ordner zurück ist oder du seinen neuen Ort wählst.',
  'viewer.missing-look': 'Danach suchen',
  'viewer.missing-choose': 'Bibliotheksordner wählen…',
  'viewer.missing-open': 'Bibliotheksordner öffnen',
  'viewer.missing-looking': '{checked, plural, one {Die Bibliotheksordner werden durchsucht… # Datei gelesen.} other {Die Bibliotheksordner werden durchsucht… # Dateien gelesen.}}',
  'viewer.missing-nowhere':
    'Keine Datei in den Bibliotheksordnern hat den Inhalt dieses Bildes. Wenn du den Ordner verschoben hast, wähle seinen neuen Ort; wenn du die Datei gelöscht hast, bleiben Prompt und Auftrag hier.',
  'viewer.missing-failed': 'Die Suche stoppte wegen eines Fehlers. Nichts wurde geändert. Versuche es erneut.',
  'viewer.no-preview': '{type, select, bin {Latent kennt diese Dateiart nicht} other {Latent kann {extension}-Dateien nicht zeigen}}',
  'viewer.no-preview-explained':
    'Der Dienst hat diese Datei geliefert statt eines Bildes, das Latent zeigen kann. Sie ist in deiner Bibliothek aufbewahrt, genau wie sie kam. Öffne sie in einem anderen Programm.',
  'viewer.damaged': 'Dieses Bild kann nicht gezeigt werden',
  'viewer.damaged-explained': 'Seine Datei ist da, aber beschädigt oder nicht lesbar. Die Datei ist unverändert, und alles, was über das Bild bekannt ist, bleibt erhalten.',
  'viewer.damaged-retry': 'Erneut versuchen',

  'viewer.view': 'Ansicht',
  'viewer.slideshow': 'Diashow',
  'viewer.slideshow-started': '{seconds, plural, one {Diashow: # Sekunde pro Bild.} other {Diashow: # Sekunden pro Bild.}} Jede Taste und jeder Klick beendet sie.',
  'viewer.slide-time': 'Zeit pro Bild',
  'viewer.slide-seconds': '{seconds, plural, one {# Sekunde} other {# Sekunden}}',
  'viewer.full-screen': 'Vollbild',
  'viewer.leave-full-screen': 'Vollbild verlassen',
  'viewer.second': 'Zweites Fenster',
  'viewer.close-second': 'Zweites Fenster schließen',
  'viewer.ground': 'Hintergrund',
  'viewer.ground.dark': 'Dunkel',
  'viewer.ground.black': 'Schwarz',
  'viewer.ground.grey': 'Grau',
  'viewer.ground.white': 'Weiß',
  'viewer.ground.checker': 'Schachbrett hinter Durchsichtigem',

  'shortcut.full-screen': 'Vollbild (Esc verlässt es in der Bildansicht)',
  'shortcut.second-window': 'Zweites Fenster öffnen oder schließen',
  'shortcut.viewer-slideshow': 'Diashow starten oder beenden',
  'shortcut.viewer-ground': 'Nächster Hintergrund',

  'viewer.facts': 'Details',
  'viewer.picture': 'Bild',
} satisfies Translation<typeof english>;
