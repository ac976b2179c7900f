import type { start as english } from '../en/start.en.ts';
import type { Translation } from '../translation.ts';

export const start = {
  'start.refused.title': 'Latent ist nicht gestartet',
  'start.refused.debugging':
    'Latent wurde mit einer Option gestartet, die es ein anderes Programm lesen oder steuern lässt, und ist deshalb nicht gestartet. Nichts wurde geändert, gesendet oder abgerechnet. Starte es ohne zusätzliche Optionen.',
  'start.refused.without-sandbox':
    'Latent wurde ohne seine Sandbox gestartet, die deinen Computer vor beschädigten oder bösartigen Bildern schützt, und ist deshalb nicht gestartet. Nichts wurde geändert, gesendet oder abgerechnet.\n\nStarte es ohne zusätzliche Optionen. Wenn du keine angegeben hast, lässt dieses System ein AppImage keine Sandbox anlegen: Installiere stattdessen das .deb-Paket, oder erlaube unprivilegierte User-Namespaces.',
  'start.open-already.title': 'Latent ist schon geöffnet',
  'start.open-already.body':
    'Ein anderes Latent verwendet den Verlauf in {folder}, deshalb ist dieses nicht gestartet: Zwei zugleich könnten einen Auftrag doppelt senden. Nichts wurde geändert, gesendet oder abgerechnet.\n\nWechsle zum anderen Fenster, oder schließe es und öffne Latent wieder. Wenn du kein Fenster findest, melde dich von diesem Computer ab oder starte ihn neu.',
  'start.handed-over.title': 'Latent öffnet sich gleich',
  'start.handed-over.body':
    'Ein Befehl von Latent verwendet deinen Verlauf. Er speichert die Antworten auf das, was er gerade gesendet hat, übergibt und läuft über dieses Fenster weiter. Nichts geht verloren oder wird doppelt gesendet. Das Warten auf langsame Antworten kann einige Minuten dauern.',
  'start.elsewhere.title': 'Ist Latent auf einem anderen Computer geöffnet?',
  'start.elsewhere.body':
    'Der Verlauf in {folder} wurde zuletzt auf dem Computer „{computer}“ geöffnet, und Latent wurde dort nicht richtig beendet. Wenn er dort noch geöffnet ist, könnte es einen Auftrag doppelt senden, ihn auch hier zu öffnen. Schließe ihn zuerst dort.\n\nWenn er dort nicht geöffnet ist, weil dies eine Kopie ist, eine wiederhergestellte Sicherung oder derselbe Computer unter anderem Namen, öffne ihn hier.',
  'start.elsewhere.open': 'Hier öffnen',
  'start.elsewhere.quit': 'Beenden',
  'start.failed.title': 'Latent kann seinen Verlauf nicht öffnen',
  'start.failed.body':
    'Der Verlauf in {folder} konnte nicht geöffnet werden, deshalb ist Latent nicht gestartet. Nichts wurde geändert, gesendet oder abgerechnet. Die Bilder in deinem Bibliotheksordner sind unberührt.\n\n{detail}',
  'start.failed.newer':
    'Der Verlauf in {folder} wurde von einer neueren Version von Latent geschrieben. Installiere jene Version, um ihn zu öffnen. Nichts wurde geändert, gesendet oder abgerechnet.',
  'start.failed.older':
    'Der Verlauf in {folder} wurde von einer Version von Latent vor der ersten Veröffentlichung geschrieben, und diese Version kann ihn nicht lesen. Nichts wurde geändert, gesendet oder abgerechnet. Die Bilder in deinem Bibliotheksordner sind unberührt.\n\nUm mit diesen Bildern und deinen Schlüsseln einen neuen Verlauf zu beginnen, verschiebe die Dateien latent.db und latent.db-wal aus diesem Ordner an einen anderen Ort, und öffne Latent wieder.',
  'start.under-way': 'Deine Bibliothek wird geöffnet…',
  'start.reload': 'Neu laden',
  'start.part-missing': 'Dieser Teil von Latent konnte nicht geladen werden',
  'start.part-missing-explained': 'Senden, Abfragen und Speichern laufen weiter. Lade das Fenster neu. Wenn das nicht hilft, beende Latent und öffne es wieder.',
  'start.not-loaded': 'Latent konnte sein Fenster nicht laden',
  'start.not-loaded-explained':
    'Senden, Abfragen und Speichern laufen weiter, und der Text im Prompt-Feld bleibt erhalten. Beende Latent und öffne es wieder. Wenn das nicht hilft, installiere es neu: Bilder, Verlauf und Schlüssel bleiben.',
  'start.unread': 'Latent konnte seine Bibliothek nicht lesen',
  'start.unread-explained': 'Was gespeichert wurde, ist sicher. Wartende Aufträge werden währenddessen vielleicht gesendet. {reason}',
} satisfies Translation<typeof english>;
