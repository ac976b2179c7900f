/** Words of: the compose bar. Keys begin with the area's name; values are ICU messages. */
export const compose = {
  'compose.account': 'Account',
  'compose.account-is': 'Account: {account}',
  'compose.model': 'Model',
  'compose.size': 'Size',
  'compose.quality': 'Quality',
  'compose.quality-is': 'Quality: {quality}',
  // A label: the number of pictures to make.
  'compose.count': 'How many',
  'compose.count-more': 'One more',
  'compose.count-fewer': 'One fewer',
  'compose.swap-size': 'Swap width and height',
  // A heading in a list of sizes.
  'compose.other-sizes': 'Other',
  // Stands before a price, which is the product: “3 × 0.04 =”.
  'compose.price-factors': '{count, number} × {price} =',
  // A button with a menu: lists, saved prompts, templates.
  'compose.many': 'More',
  // left: an amount, such as $2 or 12.4 credits. Of a budget.
  'compose.left.day': '{left} left today',
  'compose.left.month': '{left} left this month',
  'compose.left.total': '{left} left',
  // A verb: the button that sends the tasks and may cost money.
  'compose.submit': '{count, plural, one {Generate} other {Generate #}}',
  'compose.no-prompt': 'Write a prompt first.',
  'compose.no-key': 'This account has no working key.',
  'compose.count-wrong': '“How many” must be a whole number from {min, number} to {max, number}. Nothing is sent until it is.',
  'compose.too-many': '{all, plural, one {These choices make # tasks, and a batch can have at most {most, number}.} other {These choices make # tasks, and a batch can have at most {most, number}.}} Nothing is sent until there are fewer.',
  'compose.lost': 'The prompt has a character that another program could not read (�). Write it again.',
  'compose.too-long':
    '{field, select, model {The model is longer than {most, number} characters.} size {The size is longer than {most, number} characters.} other {The quality is longer than {most, number} characters.}} Nothing is sent until it is shorter.',
  'compose.size-practice.form': 'The practice painter does not understand this size. Write it as 1024x1024, as a ratio such as 16:9, or as auto.',
  'compose.size-practice.side': 'The practice painter takes sides from 16 to 8,192 pixels. Choose a size within that, such as 1024x1024.',
  'compose.size-practice.pixels': 'The practice painter takes at most 8 megapixels, such as 4096x2048. Choose a smaller size.',
  'compose.size-practice.ratio': 'The practice painter takes ratios from 1:8 to 8:1. Choose one within that, such as 16:9.',
  'compose.size-unlikely.side': '{account} may refuse this size: services usually take sides from 16 to 16,384 pixels. You can still send it.',
  'compose.size-unlikely.pixels': '{account} may refuse this size: it has more than 64 megapixels. You can still send it.',
  'compose.size-unlikely.ratio': '{account} may refuse this size: one side is more than 20 times the other. You can still send it.',
  'compose.size-refused': '{account} refused {size} before. You can still send it.',
  'compose.replaced': 'Your draft was replaced',
  // Names of acts, after “Undo: ”.
  'compose.replacing': 'replace the draft',
  // Settings: here the model, the size and the quality beside the prompt.
  'compose.settings-replaced': 'Your settings were replaced',
  'compose.settings-replacing': 'replace the settings',
  'compose.question.title': '{count, plural, one {Generate with {account}?} other {Generate # with {account}?}}',
  'compose.question.first': '{count, plural, one {This is the first task that Latent sends with this account. It may be charged.} other {These are the first # tasks that Latent sends with this account. Each may be charged.}}',
  'compose.question.above': 'This is more than {above, number} at once. Each is a task of its own and may be charged.',
  'compose.question.above-price': 'This costs more than {limit}. You chose to be asked above that.',
  'compose.question.may-be-above-price': 'This may cost more than {limit}, because not every price is known. You chose to be asked above that.',
  'compose.question.above-free': 'This is more than {above, number} at once. The practice service costs nothing.',
  'compose.question.resumes':
    '{free, select, yes {The outcome of several tasks in a row is unknown.} other {The outcome of several tasks in a row is unknown, and each may have been charged.}} {count, plural, one {This task was not sent, and may end in the same way.} other {These # tasks were not sent. One of them goes alone. The others follow if the service accepts it, and wait again after three unknown outcomes in a row.}}',
  'compose.question.uncancels': '{count, plural, one {In the queue, it is sent in its turn, and may be charged.} other {In the queue, they are sent in their turn, and each may be charged.}}',
  'compose.question.put-back-title': '{count, plural, one {Put a task of {account} back in the queue?} other {Put # tasks of {account} back in the queue?}}',
  // Column headers of what is asked about: the number of tasks, the price, the budget.
  'compose.question.number': 'Number',
  'compose.question.price': 'Price',
  'compose.question.budget': 'Budget',
  'compose.question.over-budget': 'The budget has no room for all of it. {until, select, day {What does not fit waits and is sent by itself when the daily budget renews.} month {What does not fit waits and is sent by itself when the monthly budget renews.} other {What does not fit waits until you raise the budget.}}',
  // Of several tasks.
  'compose.question.fits': '{fits, plural, one {The budget has room for # of {count, number}.} other {The budget has room for # of {count, number}.}} {until, select, day {{rest, plural, one {# waits and is sent by itself when the daily budget renews.} other {# wait and are sent by themselves when the daily budget renews.}}} month {{rest, plural, one {# waits and is sent by itself when the monthly budget renews.} other {# wait and are sent by themselves when the monthly budget renews.}}} other {{rest, plural, one {# waits until you raise the budget.} other {# wait until you raise the budget.}}}}',
  'compose.question.fits-none': '{until, select, day {{count, plural, one {The budget has no room for this task. It waits and is sent by itself when the daily budget renews.} other {The budget has no room for these tasks. They wait and are sent by themselves when the daily budget renews.}}} month {{count, plural, one {The budget has no room for this task. It waits and is sent by itself when the monthly budget renews.} other {The budget has no room for these tasks. They wait and are sent by themselves when the monthly budget renews.}}} other {{count, plural, one {The budget has no room for this task. It waits until you raise the budget.} other {The budget has no room for these tasks. They wait until you raise the budget.}}}}',
  'compose.question.only': 'Send only {count, number}',
  'compose.question.only-hint': '{count, plural, one {{rest, plural, one {“Send only {count, number}” sends the first one, and the other one is not sent at all.} other {“Send only {count, number}” sends the first one, and the other # are not sent at all.}}} other {{rest, plural, one {“Send only {count, number}” sends the first {count, number}, and the other one is not sent at all.} other {“Send only {count, number}” sends the first {count, number}, and the other # are not sent at all.}}}}',
  'compose.question.releases': '{count, plural, one {One task waits for this change and is sent once it is saved.} other {# tasks wait for this change and are sent once it is saved.}} {count, plural, one {It may be charged.} other {Each may be charged.}} If you cancel, nothing is changed.',
  'compose.question.releases-test': '{count, plural, one {One task waits for this key and is sent if the service accepts the key.} other {# tasks wait for this key and are sent if the service accepts the key.}} {count, plural, one {It may be charged.} other {Each may be charged.}} The test itself costs nothing. If you cancel, nothing is tested.',
  'compose.question.outdated': 'The question was closed, because tasks or prices have changed. Nothing was done.',
  'compose.question.unholds': '{count, plural, one {This task is on hold. Once you confirm, it is sent in its turn.} other {These # tasks are on hold. Once you confirm, they are sent in their turn.}}',
  'compose.question.confirm-change': 'Save and generate {count, number}',
  'compose.question.confirm-test': 'Test and generate {count, number}',
  'compose.question.price-waits': '{count, plural, one {It waits in the queue until you enter a price or the service has named one, because the account has a budget.} other {Those without a known price wait in the queue until you enter a price or the service has named one, because the account has a budget.}}',
  // A value: the tasks have more than three different ones.
  'compose.question.various': 'various',
  'compose.question.confirm': '{count, plural, one {Generate} other {Generate #}}',
  'compose.question.put-back': 'Put back in the queue',
  'compose.question.ask-less': 'In Settings, under Generating, you can change when Latent asks.',
  'compose.practice-mark': 'Practice, free',
  'compose.paid': 'Paid',
  // For screen readers: an account that costs money.
  'compose.paid-account': '{account}, paid',
  // Said of the next task: it is made again from one of the past.
  'compose.trying-again': 'Generates an earlier task again',
  'compose.forget-retry': 'Make it a new task',
  'compose.partly-sent': '{sent, plural, one {# of these {all, number} was sent already.} other {# of these {all, number} were sent already.}} {rest, plural, one {“Generate” sends the other one.} other {“Generate” sends the other #.}}',
  'compose.send-all-again': 'Offer all {all, number} again',
  'compose.no-account': 'There is no account yet. Add one to start.',
  'compose.key-missing': '{account} has no key yet, so it cannot send. Paste its key in Settings.',
  'compose.key-refused': '{lastFour, select, none {The service refused the key of {account}.} other {The service refused the key of {account} (it ends in {lastFour}).}} Replace it in Settings. Your tasks are safe.',
  'compose.key-unreadable': 'Latent cannot read the key of {account}, so it sends nothing with it. If this computer’s password store (keyring) is locked, unlock it, and Latent continues within a minute. Otherwise, paste the key again in Settings. Your tasks are safe.',
  'compose.open-settings': 'Open Settings',
} as const;
