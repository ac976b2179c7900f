/** Amounts and prices. */
export const money = {
  'money.credits': '{credits, plural, one {{shown} credit} other {{shown} credits}}',
  'money.no-price': 'Price unknown',
  'money.enter-price': 'Enter the missing price',
  'money.left-waiting': '{left}, {amount} needed by {count, plural, one {the waiting task} other {waiting tasks}}',
  'money.left-waiting-unknown': '{left}, price of {count, plural, one {the waiting task} other {waiting tasks}} unknown',
  'money.at-least': 'at least {amount}',
} as const;
