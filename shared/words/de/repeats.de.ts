import type { repeats as english } from '../en/repeats.en.ts';
import type { Translation } from '../translation.ts';

export const repeats = {
  'repeats.setting': 'Unbekannte Ausgänge…',
  'repeats.title': 'Unbekannte Ausgänge bei „{account}“',
  'repeats.explained': 'Wenn die Verbindung beim Senden eines Auftrags abbricht, weiß Latent nicht, ob der Dienst ihn angenommen hat. Manche Dienste bieten Wege, das herauszufinden. In ihrer Dokumentation steht, welche.',
  'repeats.again': 'Erneut senden',
  'repeats.again.off': 'Nie von selbst',
  'repeats.again.on': 'Mit Idempotency-Key',
  'repeats.again.off-explained': 'Latent sendet von selbst nichts erneut. Du entscheidest, was aus einem solchen Auftrag wird.',
  'repeats.again.on-explained':
    'Latent sendet jeden Auftrag mit einem Idempotency-Key. Wenn sein Ausgang unbekannt ist, sendet Latent ihn von selbst mit demselben Key erneut, bis zu fünfmal. Der Dienst antwortet dann mit dem Auftrag, den er schon hat, und rechnet ihn einmal ab. Wähle das nur, wenn in der Dokumentation deines Dienstes steht, dass er Idempotency-Key beachtet. Wenn er es nicht tut, wird ein wiederholter Auftrag möglicherweise jedes Mal abgerechnet.',
  'repeats.hours': 'Stunden, in denen der Dienst sich einen Key merkt',
  'repeats.hours-hint': 'So wie in seiner Dokumentation. Danach wird nichts erneut gesendet.',
  'repeats.hours-wrong': 'Gib eine ganze Zahl von {min, number} bis {max, number} ein.',
  'repeats.lists': 'Liste von Aufträgen',
  'repeats.lists.off': 'Nicht angeboten',
  'repeats.lists.on': 'Angeboten',
  'repeats.lists.off-explained': 'Du suchst die ID des Auftrags auf der Abrechnungsseite des Dienstes.',
  'repeats.lists.on-explained': 'Der Dienst listet seine letzten Aufträge auf (GET /v1/tasks). Wenn du die ID eines Auftrags einträgst, zeigt Latent die passenden. Das Lesen der Liste sendet keinen Auftrag, also wird nichts abgerechnet.',
  'repeats.save': 'Speichern',
  'repeats.did': 'Was „{account}“ für unbekannte Ausgänge bietet, ist gespeichert.',
  'repeats.candidates': 'Aufträge, die der Dienst auflistet',
  'repeats.candidates-asking': 'Der Dienst wird nach seiner Liste gefragt…',
  'repeats.candidates-none': 'In der Liste des Dienstes ist kein Auftrag, der für Latent neu ist.',
  'repeats.candidates-first': 'Der passendste steht zuerst. Vergleiche Prompt und Zeit.',
  'repeats.choose': 'Die ID {id} verwenden',
} satisfies Translation<typeof english>;
