/** Words of: the strip above the sheet, for what is in progress, waiting or wrong. Keys begin with the area's name; values are ICU messages. */
export const strip = {
  'strip.label': 'Tasks',
  // Buttons with a count, with little room.
  'strip.progress': 'In progress {count, number}',
  'strip.waiting': 'Waiting {count, number}',
  'strip.problems': '{count, plural, one {# problem} other {# problems}}',
  'strip.section.progress': 'In progress',
  'strip.section.waiting': 'Waiting',
  'strip.section.problems': 'Problems',
  'strip.close': 'Close the list of tasks',
  'strip.quiet': 'Nothing is in progress, waiting or wrong.',
  // A group of tasks. title: a prompt, the name of a batch, or a state such as “Not accepted”.
  'strip.times': '{count, number} × {title}',
  // For screen readers. title: the state of a task.
  'strip.tile-label': '{title}: {prompt}',
  'strip.group-label': '{count, plural, one {# task: {title}} other {# tasks: {title}}}',
  'strip.show-in-queue': 'Show in Tasks',
  'strip.show-details': 'Show the details',

  // What is known of the money of a task, in a column with little room.
  'strip.money.free': 'Free',
  'strip.money.nothing': 'Nothing charged',
  'strip.money.not-accepted': 'Should not be charged',
  'strip.money.maybe': 'May have been charged',
  'strip.money.unknown': 'Unknown whether charged',
  'strip.money.charged': 'Charged',
  'strip.money.settled': 'Entered: not charged',
  'strip.money.settled-at': 'Entered: {amount}',
  // words: one of the lines above.
  'strip.money.with': '{words} ({amount})',
  'strip.money.told': 'The service says: {amount}',

  // Buttons for several tasks: “Check 3 now”. The same in tasks.do for one.
  'strip.many.ask': 'Check {count, number} now',
  'strip.many.stop': 'Stop checking {count, number}',
  'strip.many.resume-sending': 'Go on sending…',
  'strip.many.withdraw': 'Cancel {count, number}',
  'strip.many.release': 'Send {count, number} anyway',
  'strip.many.settle': 'Enter the cost of {count, number}…',
  'strip.many.try-again': 'Generate {count, number} again…',
  'strip.many.dismiss': 'Dismiss {count, number}',
  'strip.many.copy-id': 'Copy {count, number} IDs',

  'strip.hide-title': '{count, plural, one {Dismiss this task?} other {Dismiss # tasks?}}',
  'strip.hide-explained':
    '{which, select, this {Latent does not know what became of this task.} all {Latent does not know what became of all {unknown, number}.} one {Latent does not know what became of one of them.} other {Latent does not know what became of {unknown, number} of them.}}',
  'strip.hide-free': '{unknown, plural, one {The practice service is free, whatever became of it.} other {The practice service is free, whatever became of them.}}',
  'strip.hide-charged':
    '{unknown, plural, one {The service may have charged it.} other {{paid, plural, one {The service may have charged one of these.} other {The service may have charged # of these.}}}} Dismissing changes nothing about that.',
  'strip.hide-keeps': '{count, plural, one {History keeps it.} other {History keeps them.}}',
  'strip.named': '“{prompt}” · {account}',
  'strip.hide-more': '{count, plural, one {and # more} other {and # more}}',
  'strip.hide-confirm': '{count, plural, one {Dismiss} other {Dismiss #}}',
  'strip.again-title': '{count, plural, one {Generate it again?} other {Generate # again?}}',
  'strip.again-explained': '{count, plural, one {It is a new task and a new charge at {accounts}.} other {Each is a new task. {paid, plural, one {That is # new charge at {accounts}.} other {That is # new charges at {accounts}.}}}}',
  'strip.again-free': '{count, plural, one {It is a new task.} other {Each is a new task.}} The practice service is free.',
  'strip.again-price': 'At the account’s prices, that is {price}.',
  'strip.again-no-price': 'Latent does not know the price.',
  'strip.again-unknown':
    '{count, plural, one {The outcome of the first is unknown. If the service accepted that one too, it makes and charges both.} other {{unknown, plural, one {The outcome of one is unknown. If the service accepted it, you pay for it twice.} other {The outcome of # is unknown. If the service accepted them, you pay for them twice.}}}}',
  'strip.again-confirm': '{count, plural, one {Generate again} other {Generate #}}',
} as const;
