/** Words of: prices. Keys begin with the area's name; values are ICU messages. */
export const prices = {
  'prices.csv.header': 'Line {line, number}: the first line must name the columns, at least model and price.',
  'prices.csv.quote': 'Line {line, number}: its quotation marks do not match. This line is left out.',
  'prices.csv.price': 'Line {line, number}: “{text}” is not a price. Write it with a point, such as 0.04, or write unknown. This line is left out.',
  'prices.csv.model': 'Line {line, number}: the model is missing. Write * for any model. This line is left out.',
  'prices.csv.long': 'Line {line, number}: “{text}…” is too long for a model, a size or a quality. This line is left out.',
  'prices.csv.twice': 'Line {line, number}: a line above already has a price for this model, size and quality. This line is left out.',
  'prices.csv.many': 'Line {line, number}: a price table has at most 5,000 rows. This line and those below are left out.',
} as const;
