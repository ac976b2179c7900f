/** Amounts and prices. */
export const money = {
  'money.credits': '{credits, plural, one {{shown} credit} other {{shown} credits}}',
  'money.at-least': 'at least {amount}',
} as const;
