/** Words of: more request fields. Keys begin with the area's name; values are ICU messages. */
export const fields = {
  'fields.open': 'More request fields…',
  'fields.request.title': 'More request fields',
  'fields.request.explained':
    'A JSON object. Its fields are sent along with model, prompt, size and quality, and kept with the task. A service may ignore or refuse fields that it does not know.',
  'fields.request.confirm': 'Use these fields',
  'fields.account.title': 'Request fields of {account}',
  'fields.account.explained': 'A JSON object that is sent with every request to this account. A field of a single request replaces the field of the same name here.',
  'fields.account.confirm': 'Save',
  'fields.label': 'Fields as JSON',
  'fields.example': '{open} "seed": 42 {close}',
  'fields.mark': '{count, plural, one {# more request field: {names}} other {# more request fields: {names}}}',
  // names: a list of names of fields, as the person wrote them.
  'fields.usual': '{count, plural, =0 {{account} adds no fields of its own.} one {{account} adds {names} to every request.} other {{account} adds {names} to every request.}}',
  'fields.change-usual': 'Change…',
  'fields.did': 'Changed the request fields of {account}',
  'fields.did-name': 'change the request fields of {account}',
  // fault: one of the lines that begin with fields.fault, which stand only here.
  'fields.at': 'Line {line, number}, column {column, number}: {fault}',
  'fields.fault.object': 'an object begins with a brace.',
  'fields.fault.unexpected': '“{near}” does not belong here.',
  'fields.fault.ends': 'the text ends too early. A brace, a bracket or a value is missing.',
  'fields.fault.text': 'this text does not end, or has a character that must be escaped.',
  'fields.fault.number': '“{near}” is not a number in JSON.',
  'fields.fault.lossy': 'this number has too many digits to be kept exactly. Write it as text, in quotation marks.',
  'fields.fault.name': 'a name in quotation marks is expected here.',
  'fields.fault.twice': 'the name {near} is used twice.',
  'fields.fault.own': 'the request already has {near}. Change it in the compose bar.',
  'fields.fault.deep': 'lists and objects are nested too deeply.',
  'fields.fault.too-long': 'the fields are longer than 20,000 characters.',
} as const;
