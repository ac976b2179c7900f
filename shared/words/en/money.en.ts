/** Amounts and prices. */
export const money = {
  'money.credits': '{credits, plural, one {{shown} credit} other {{shown} credits}}',
  'money.no-price': 'Price unknown',
  // fields: a list, such as gpt-image-1, 1024x1024, no quality.
  'money.no-price-for': 'Price unknown for {fields}',
  'money.field': '{name} = {value}',
  'money.field-unset': 'no {name}',
  'money.references': '{count, plural, =0 {no references} one {# reference} other {# references}}',
  // After a price: “$0.04 each picture”.
  'money.each-picture': 'each picture',
  'money.each-task': 'each task',
  'money.enter-price': 'Enter the missing price',
  // left: such as “20 credits left today”, or “In total: 8 credits of 20 credits, 12 credits left”.
  'money.left-waiting': '{count, plural, one {{left}, the waiting task needs {amount}} other {{left}, waiting tasks need {amount}}}',
  'money.left-waiting-unknown': '{count, plural, one {{left}, the waiting task has no known price} other {{left}, waiting tasks have no known price}}',
  // amount: such as $2. What results stands where an amount can stand.
  'money.at-least': 'at least {amount}',
  'money.about': '≈ {amount}',
  'money.not-charged': 'not charged',
  'money.unpriced': 'price unknown',
  // Of a task whose price is 0, and of one whose price counts with another task of the same answer.
  'money.no-charge-expected': 'no charge expected',
  'money.for-pictures': '{count, plural, one {{cost} for # picture} other {{cost} for # pictures}}',
  'money.by.person': '{cost}, as you entered it',
  'money.by.service': '{cost}, as the service says',
  'money.by.estimate': '{cost}, estimated when it was sent',
  'money.by.estimate-none': 'No charge expected: its price is 0, or is counted with another task of the same answer',
  'money.by.refusal': 'Not charged, because the service did not accept it',
  'money.by.nobody': 'Unknown: the service has not said what it costs, and the account had no price for it',
  'money.by.expected': '{cost}, as expected by the account’s prices',
  'money.show-cost': 'Cost…',
  'money.show-cost-explained': '{kind, select, history {Adds up what the tasks of these rows cost.} other {Adds up what the tasks of these pictures cost.}}',
  'money.hide-cost': 'Hide the cost',
  'money.adding-up': 'Adding up…',
  'money.no-cost': 'nothing charged',
  // cost: an amount. known: whether the price of any of the tasks is known.
  'money.for-tasks': '{known, select, yes {{count, plural, one {{cost} spent on # task} other {{cost} spent on # tasks}}} other {{count, plural, one {{cost} of # task} other {{cost} of # tasks}}}}',
} as const;
