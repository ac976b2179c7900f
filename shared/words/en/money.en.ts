/** Amounts and prices. */
export const money = {
  'money.credits': '{credits, plural, one {{shown} credit} other {{shown} credits}}',
  'money.no-price': 'Price unknown',
  'money.no-price-for': 'Price unknown for {fields}',
  'money.field': '{name} = {value}',
  'money.field-unset': 'no {name}',
  'money.references': '{count, plural, =0 {no references} one {# reference} other {# references}}',
  'money.each-picture': 'each picture',
  'money.each-task': 'each task',
  'money.enter-price': 'Enter the missing price',
  'money.left-waiting': '{left}, {count, plural, one {the waiting task needs} other {waiting tasks need}} {amount}',
  'money.left-waiting-unknown': '{left}, {count, plural, one {the waiting task has} other {waiting tasks have}} no known price',
  'money.at-least': 'at least {amount}',
} as const;
