import type { notices as english } from '../en/notices.en.ts';
import type { Translation } from '../translation.ts';

export const notices = {
  'notice.library-unreachable': 'Latent kann den Bibliotheksordner nicht erreichen oder nicht in ihn schreiben: {subject}. Neue Bilder warten und werden von selbst gespeichert, sobald der Ordner wieder verfügbar ist.',
  'notice.library-full': 'Der Datenträger des Bibliotheksordners ist voll: {subject}. Neue Bilder warten und werden von selbst gespeichert, sobald Platz ist.',
  'notice.library-in-use':
    'Ein anderes Latent schreibt gerade in den Bibliotheksordner: {subject}. Nur eines kann zur selben Zeit schreiben, deshalb warten neue Bilder, bis es fertig ist. Um sie jetzt zu speichern, wähle in den Einstellungen einen anderen Ordner.',
  'notice.id-not-saved': 'Der Dienst hat einen Auftrag angenommen, aber seine ID konnte noch nicht gespeichert werden. Kopiere sie zur Sicherheit: {subject}',
  'notice.settings-restored':
    'Latent konnte einige seiner Einstellungen nicht lesen und verwendet an ihrer Stelle solche, die nichts kosten. Wenn die Warteschlange jetzt angehalten ist, prüfe die Einstellungen und setze sie dann fort. {subject}',
  'notice.unread': 'Nicht gelesen: {parts}. Die ursprüngliche Datei ist aufbewahrt: {file}.',
  'notice.unread.nothing': 'ein beschädigter Teil der Datei, in dem nichts zu fehlen scheint',
  'notice.unread.formerLibraryFolders': 'frühere Bibliotheksordner (wähle einen in den Einstellungen, um seine Bilder wieder zu sehen)',
  'notice.unread.window': 'der Zustand des Fensters',
  'notice.unread.keys': 'der Schlüssel eines Kontos (gib ihn in dessen Einstellungen neu ein)',
  'notice.database-restored':
    'Der Verlauf war beschädigt oder fehlte. Latent hat ihn aus der letzten Sicherung wiederhergestellt und ergänzt, was in deinem Bibliotheksordner ist; deine Bilder sind also alle da. Nichts wird doppelt gesendet: Aufträge, die seit der Sicherung vielleicht gesendet wurden, warten auf deine Entscheidung. Wenn ein Auftrag fehlt, füge ihn im Verlauf über seine ID hinzu. Die beschädigten Dateien sind aufbewahrt in {subject}',
  'notice.database-rebuilt':
    'Der Verlauf war beschädigt oder fehlte, und es gab keine Sicherung. Latent hat ihn aus deinem Bibliotheksordner neu aufgebaut; deine Bilder sind also da, mit ihren Prompts und IDs. Nichts wird doppelt gesendet. Aufträge ohne Bild sind nicht darin; füge sie im Verlauf über ihre ID hinzu. Prüfe die Budgets deiner Konten: Die letzte Änderung fehlt vielleicht, und die Kosten von Aufträgen ohne Bild zählen nicht mehr. Die beschädigten Dateien sind aufbewahrt in {subject}',
  'notice.history-stopped':
    'Latent kann den Verlauf gerade nicht lesen oder schreiben und versucht es weiter. Bis das gelingt, wird nichts Neues gesendet. Nichts Gespeichertes ist verloren. Grund: {subject}',
  'notice.history-missing':
    'Die Datei des Verlaufs wurde verschoben oder gelöscht, während Latent lief: {subject}. Lege sie zurück, oder beende Latent und öffne es wieder, um den Verlauf aus der letzten Sicherung und deinem Bibliotheksordner wiederherzustellen. Bis dahin wird nichts Neues gesendet.',
  'notice.history-restarted':
    'Der Teil von Latent, der den Verlauf führt, stoppte wegen eines Fehlers und wurde neu gestartet. Alles Gespeicherte ist da, und nichts wurde doppelt gesendet. Wenn es wieder geschieht, speichere die Diagnose in den Einstellungen.',
  'notice.thumbnails-being-made': 'Latent macht im Hintergrund Miniaturen und vergleicht Bilder: {subject, number, percent} der Bibliothek fertig. Alles funktioniert wie gewohnt.',
  'notice.copy-id': 'ID kopieren',
  'notice.open-settings': 'Einstellungen öffnen',
  'notice.environment-key-short': 'Auf diesem Computer ist SERVICE_API_KEY gesetzt. Latent kann ihn als Schlüssel eines Kontos behalten.',
  'notice.environment-key': 'Auf diesem Computer ist SERVICE_API_KEY gesetzt (endet auf {lastFour}). Latent kann ihn als Schlüssel eines Kontos behalten.',
  'notice.environment-key-keep': 'Konto einrichten',
  'notice.environment-key-decline': 'Nicht jetzt',
} satisfies Translation<typeof english>;
