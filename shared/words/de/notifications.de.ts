import type { notifications as english } from '../en/notifications.en.ts';
import type { Translation } from '../translation.ts';

export const notifications = {
  'notifications.made': '{count, plural, one {Dein Bild ist fertig} other {# Bilder sind fertig}}',
  'notifications.failed': '{count, plural, one {Ein Auftrag ist fehlgeschlagen} other {# Aufträge sind fehlgeschlagen}}',
  'notifications.undecided': '{count, plural, one {Ein Auftrag braucht deine Entscheidung} other {# Aufträge brauchen deine Entscheidung}}',
  'notifications.batch-done': 'Eine Serie ist fertig',
  'notifications.batch-failed': 'Eine Serie ist fertig, mit fehlgeschlagenen Aufträgen',
  'notifications.batch-undecided': 'Eine Serie braucht deine Entscheidung',
  'notifications.batch-made': '{tasks, plural, one {{made, number} von # Auftrag ergab Bilder} other {{made, number} von # Aufträgen ergaben Bilder}}',
  'notifications.batch-held': 'Der Dienst hat einen Auftrag abgelehnt. Der Rest seiner Serie ist angehalten',
  'notifications.sending-stopped': 'Latent sendet nicht mehr',
  'notifications.sending-stopped.detail': '{account}: Der Ausgang mehrerer Aufträge ist unbekannt',
  'notifications.key-refused': 'Der Dienst hat den Schlüssel abgelehnt',
  'notifications.key-refused.detail': '{account}: Aufträge warten, bis du ihn ersetzt',
  'notifications.budget': 'Ein Budget ist aufgebraucht',
  'notifications.budget.detail': '{account}: Aufträge warten auf das Budget',
} satisfies Translation<typeof english>;
