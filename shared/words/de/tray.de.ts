import type { tray as english } from '../en/tray.en.ts';
import type { Translation } from '../translation.ts';

export const tray = {
  'tray.idle': 'Latent',
  'tray.under-way': 'Latent: {count, plural, one {# Auftrag in Arbeit} other {# Aufträge in Arbeit}}',
  'tray.held': 'Latent: Die Warteschlange ist angehalten',
  'tray.under-way-held': '{count, plural, one {Latent: # Auftrag in Arbeit, die Warteschlange ist angehalten} other {Latent: # Aufträge in Arbeit, die Warteschlange ist angehalten}}',
  'tray.tasks-none': 'Nichts in Arbeit',
  'tray.tasks': '{count, plural, one {# Auftrag in Arbeit} other {# Aufträge in Arbeit}}',
  'tray.batch': '{name}: {ended, number} von {tasks, number}',
  'tray.batches-more': '{count, plural, one {# weitere Serie} other {# weitere Serien}}',
  'tray.undecided': '{count, plural, one {# Auftrag braucht deine Entscheidung} other {# Aufträge brauchen deine Entscheidung}}',
  'tray.failed': '{count, plural, one {# Auftrag fehlgeschlagen} other {# Aufträge fehlgeschlagen}}',
  'tray.waiting': '{count, plural, one {# Auftrag wartet auf dich} other {# Aufträge warten auf dich}}',
  'tray.hold': 'Alles anhalten',
  'tray.resume': 'Alles fortsetzen',
  'tray.pictures': 'Neueste Bilder',
  'tray.picture-unnamed': 'Bild',
  'tray.open': 'Latent öffnen',
  'tray.settings': 'Einstellungen…',
  'tray.quit': 'Latent beenden',
} satisfies Translation<typeof english>;
