import type { fields as english } from '../en/fields.en.ts';
import type { Translation } from '../translation.ts';

export const fields = {
  'fields.open': 'Weitere Anfragefelder…',
  'fields.request.title': 'Weitere Anfragefelder',
  'fields.request.explained':
    'Ein JSON-Objekt. Seine Felder werden zusammen mit Modell, Prompt, Größe und Qualität gesendet und mit dem Auftrag aufbewahrt. Ein Dienst kann Felder, die er nicht kennt, übergehen oder ablehnen.',
  'fields.request.confirm': 'Diese Felder verwenden',
  'fields.account.title': 'Anfragefelder von {account}',
  'fields.account.explained': 'Ein JSON-Objekt, das mit jeder Anfrage an dieses Konto gesendet wird. Ein Feld einer einzelnen Anfrage ersetzt das gleichnamige Feld hier.',
  'fields.account.confirm': 'Speichern',
  'fields.label': 'Felder als JSON',
  'fields.example': '{open} "seed": 42 {close}',
  'fields.mark': '{count, plural, one {# weiteres Anfragefeld: {names}} other {# weitere Anfragefelder: {names}}}',
  'fields.usual': '{count, plural, =0 {{account} fügt keine eigenen Felder hinzu.} one {{account} fügt jeder Anfrage {names} hinzu.} other {{account} fügt jeder Anfrage {names} hinzu.}}',
  'fields.change-usual': 'Ändern…',
  'fields.did': 'Anfragefelder von {account} geändert',
  'fields.did-name': 'Anfragefelder von {account} ändern',
  'fields.at': 'Zeile {line, number}, Spalte {column, number}: {fault}',
  'fields.fault.object': 'Ein Objekt beginnt mit einer geschweiften Klammer.',
  'fields.fault.unexpected': '„{near}“ gehört hier nicht hin.',
  'fields.fault.ends': 'Der Text endet zu früh. Eine Klammer oder ein Wert fehlt.',
  'fields.fault.text': 'Dieser Text endet nicht, oder er enthält ein Zeichen, das maskiert werden muss.',
  'fields.fault.number': '„{near}“ ist in JSON keine Zahl.',
  'fields.fault.lossy': 'Diese Zahl hat zu viele Ziffern, um genau erhalten zu bleiben. Schreibe sie als Text in Anführungszeichen.',
  'fields.fault.name': 'Hier wird ein Name in Anführungszeichen erwartet.',
  'fields.fault.twice': 'Der Name {near} kommt zweimal vor.',
  'fields.fault.own': 'Die Anfrage hat {near} schon. Ändere es in der Eingabeleiste.',
  'fields.fault.deep': 'Listen und Objekte sind zu tief verschachtelt.',
  'fields.fault.too-long': 'Die Felder sind länger als 20.000 Zeichen.',
} satisfies Translation<typeof english>;
