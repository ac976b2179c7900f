import type { strip as english } from '../en/strip.en.ts';
import type { Translation } from '../translation.ts';

export const strip = {
  'strip.label': 'Aufträge',
  'strip.progress': 'In Arbeit {count, number}',
  'strip.waiting': 'Wartend {count, number}',
  'strip.problems': '{count, plural, one {# Problem} other {# Probleme}}',
  'strip.section.progress': 'In Arbeit',
  'strip.section.waiting': 'Wartend',
  'strip.section.problems': 'Probleme',
  'strip.close': 'Liste der Aufträge schließen',
  'strip.quiet': 'Nichts ist in Arbeit, nichts wartet, und es gibt keine Probleme.',
  'strip.times': '{count, number} × {title}',
  'strip.tile-label': '{title}: {prompt}',
  'strip.group-label': '{count, plural, one {# Auftrag: {title}} other {# Aufträge: {title}}}',
  'strip.show-in-queue': 'Unter „Aufträge“ zeigen',
  'strip.show-details': 'Details zeigen',

  'strip.money.free': 'Kostenlos',
  'strip.money.nothing': 'Nichts abgerechnet',
  'strip.money.not-accepted': 'Sollte nichts kosten',
  'strip.money.maybe': 'Evtl. abgerechnet',
  'strip.money.unknown': 'Abrechnung unbekannt',
  'strip.money.charged': 'Abgerechnet',
  'strip.money.settled': 'Eingetragen: nicht abgerechnet',
  'strip.money.settled-at': 'Eingetragen: {amount}',
  'strip.money.with': '{words} ({amount})',
  'strip.money.told': 'Laut Dienst: {amount}',

  'strip.many.ask': '{count, number} jetzt abfragen',
  'strip.many.stop': '{count, number} nicht mehr abfragen',
  'strip.many.resume-sending': 'Weiter senden…',
  'strip.many.withdraw': '{count, number} stornieren',
  'strip.many.release': '{count, number} trotzdem senden',
  'strip.many.settle': 'Kosten von {count, number} eintragen…',
  'strip.many.try-again': '{count, number} erneut erzeugen…',
  'strip.many.dismiss': '{count, number} ausblenden',
  'strip.many.copy-id': '{count, number} IDs kopieren',

  'strip.hide-title': '{count, plural, one {Diesen Auftrag ausblenden?} other {# Aufträge ausblenden?}}',
  'strip.hide-explained':
    '{which, select, this {Latent weiß nicht, was aus diesem Auftrag wurde.} all {Latent weiß von keinem der {unknown, number}, was daraus wurde.} one {Latent weiß von einem davon nicht, was daraus wurde.} other {Latent weiß von {unknown, number} davon nicht, was daraus wurde.}}',
  'strip.hide-free': '{unknown, plural, one {Der Übungsdienst ist kostenlos, was auch immer daraus wurde.} other {Der Übungsdienst ist kostenlos, was auch immer daraus wurde.}}',
  'strip.hide-charged':
    '{unknown, plural, one {Der Dienst hat ihn möglicherweise abgerechnet.} other {{paid, plural, one {Der Dienst hat möglicherweise einen davon abgerechnet.} other {Der Dienst hat möglicherweise # davon abgerechnet.}}}} Das Ausblenden ändert daran nichts.',
  'strip.hide-keeps': '{count, plural, one {Im Verlauf bleibt er.} other {Im Verlauf bleiben sie.}}',
  'strip.named': '„{prompt}“ · {account}',
  'strip.hide-more': '{count, plural, one {und # weiterer} other {und # weitere}}',
  'strip.hide-confirm': '{count, plural, one {Ausblenden} other {# ausblenden}}',
  'strip.again-title': '{count, plural, one {Erneut erzeugen?} other {# erneut erzeugen?}}',
  'strip.again-explained': '{count, plural, one {Das ist ein neuer Auftrag, der bei {accounts} erneut kostet.} other {Jeder ist ein neuer Auftrag. {paid, plural, one {# davon kostet erneut, bei {accounts}.} other {# davon kosten erneut, bei {accounts}.}}}}',
  'strip.again-free': '{count, plural, one {Das ist ein neuer Auftrag.} other {Jeder ist ein neuer Auftrag.}} Der Übungsdienst ist kostenlos.',
  'strip.again-price': 'Nach den Preisen des Kontos sind das {price}.',
  'strip.again-no-price': 'Latent kennt den Preis nicht.',
  'strip.again-unknown':
    '{count, plural, one {Der Ausgang des ersten ist unbekannt. Wenn der Dienst auch jenen angenommen hat, macht er beide und rechnet beide ab.} other {{unknown, plural, one {Der Ausgang von einem ist unbekannt. Wenn der Dienst ihn angenommen hat, zahlst du dafür doppelt.} other {Der Ausgang von # ist unbekannt. Wenn der Dienst sie angenommen hat, zahlst du dafür doppelt.}}}}',
  'strip.again-confirm': '{count, plural, one {Erneut erzeugen} other {# erzeugen}}',
} satisfies Translation<typeof english>;
