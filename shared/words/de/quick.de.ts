import type { quick as english } from '../en/quick.en.ts';
import type { Translation } from '../translation.ts';

export const quick = {
  'quick.title': 'Schnell-Prompt',
  'quick.action': 'Erzeugen',
  'quick.continue': 'In Latent weitermachen…',
  'quick.several': 'Dieser Text oder diese Auswahl ergibt mehrere Aufträge. Prüfe sie in Latent, bevor du sie sendest.',
  'quick.asks': 'Latent fragt dich etwas, bevor es das sendet.',
  'quick.asking': 'Latent fragt dich in seinem Fenster schon etwas. Beantworte das zuerst. Nichts wurde gesendet.',
  'quick.again': 'Drücke noch einmal die Eingabetaste, um zu erzeugen.',
  'quick.changed': 'Was gesendet würde, oder sein Preis, hat sich gerade geändert. Prüfe es, und drücke noch einmal die Eingabetaste. Nichts wurde gesendet.',
  'quick.doubled': 'Dasselbe wurde gerade erst gesendet. Drücke noch einmal die Eingabetaste, wenn du es zweimal willst.',
  'quick.queued': 'Zur Warteschlange hinzugefügt',
  'quick.in-window': 'Geht in Latent weiter',
  'quick.unanswered': 'Latent hat noch nicht geantwortet. Sieh unter „Aufträge“ nach, bevor du es erneut sendest.',
  'quick.references': '{count, plural, one {1 Referenzbild} other {# Referenzbilder}}',
  'quick.shortcut': 'Tastenkürzel des Schnell-Prompts',
  'quick.shortcut-explained': 'Diese Tasten öffnen über jedem Programm ein kleines Feld, in dem du einen Prompt schreibst und mit der Auswahl der Eingabeleiste sendest. Es zeigt, was das Bild kostet. Nichts wird gesendet, bevor du dort die Eingabetaste drückst.',
  'quick.shortcut.none': 'Keines',
  'quick.shortcut.choose': 'Tasten wählen…',
  'quick.shortcut.clear': 'Ausschalten',
  'quick.shortcut.press': 'Drücke die Tasten, oder Esc zum Abbrechen',
  'quick.shortcut.refused': 'Das System lehnt diese Tasten ab. Vielleicht verwendet sie ein anderes Programm. Wähle andere.',
  'quick.shortcut.unsure': 'Dieser Desktop verwendet Wayland, das Programmen Tasten vorenthalten kann. Wenn sich nichts öffnet, erlaube das Tastenkürzel in den Einstellungen deines Desktops, oder lege es dort fest.',
  'quick.shortcut.used': 'Latent verwendet diese Tasten schon: {command}. Wähle andere.',
  'quick.shortcut.no-modifier': 'Halte dazu Strg, Alt oder die Systemtaste gedrückt. Sonst könntest du diese Taste in anderen Programmen nicht mehr tippen.',
  'quick.shortcut.no-key': 'Diese Taste kann nicht verwendet werden. Wähle einen Buchstaben, eine Ziffer, eine Funktionstaste oder die Leertaste, zusammen mit Strg oder Alt.',
} satisfies Translation<typeof english>;
