import type { keepRunning as english } from '../en/keep-running.en.ts';
import type { Translation } from '../translation.ts';

export const keepRunning = {
  'keep-running.title': 'Latent ohne Fenster weiterlaufen lassen?',
  'keep-running.tasks': '{count, plural, one {# Auftrag ist in Arbeit oder wartet.} other {# Aufträge sind in Arbeit oder warten.}}',
  'keep-running.icon':
    'Wenn Latent weiterläuft, gehen Senden, Abfragen und Speichern weiter. Das Fenster erscheint wieder über das Symbol im Infobereich, oder wenn du Latent öffnest. Wenn du Latent beendest, gehen die Aufträge weiter, sobald du es wieder öffnest. Du kannst das in den Einstellungen unter „Darstellung“ ändern.',
  'keep-running.no-icon':
    'Wenn Latent weiterläuft, gehen Senden, Abfragen und Speichern weiter. Wenn du Latent wieder öffnest, erscheint das Fenster. Wenn du Latent beendest, gehen die Aufträge weiter, sobald du es wieder öffnest. Du kannst das in den Einstellungen unter „Darstellung“ ändern.',
  'keep-running.keep': 'Weiterlaufen lassen',
  'keep-running.quit': 'Beenden',
} satisfies Translation<typeof english>;
