/** Amounts and prices. */
export const money = {
  'money.credits': '{credits, plural, one {{shown} credit} other {{shown} credits}}',
  'money.no-price': 'Price unknown',
  'money.enter-price': 'Enter the missing price',
  'money.left-waiting': '{left}, {count, plural, one {the waiting task needs} other {waiting tasks need}} {amount}',
  'money.left-waiting-unknown': '{left}, {count, plural, one {the waiting task has} other {waiting tasks have}} no known price',
  'money.at-least': 'at least {amount}',
} as const;
