/** Amounts and prices. */
export const money = {
  'money.credits': '{credits, plural, one {{shown} credit} other {{shown} credits}}',
  'money.no-price': 'Price unknown',
  'money.enter-price': 'Enter the missing price',
  'money.at-least': 'at least {amount}',
} as const;
