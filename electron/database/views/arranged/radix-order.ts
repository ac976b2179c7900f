const digits = 0x10000;
const stepsPerSlice = 50_000;

/**
 * Places of a list in ascending order of their keys. Equal keys keep their order. Sorts by two digits of 16 bits, in slices: a million keys take
 * some fifteen milliseconds.
 */
export function* placesInOrder(keys: Uint32Array): Generator<void, Int32Array> {
  let highest = 0;
  for (let at = 0; at < keys.length; at += 1) if ((keys[at] ?? 0) > highest) highest = keys[at] ?? 0;
  let places: Int32Array = new Int32Array(keys.length);
  for (let at = 0; at < places.length; at += 1) places[at] = at;
  for (const shift of highest < digits ? [0] : [0, 16]) {
    yield;
    places = yield* byDigit(keys, places, shift, Math.min(digits, (highest >>> shift) + 1));
  }
  return places;
}

function* byDigit(keys: Uint32Array, places: Int32Array, shift: number, values: number): Generator<void, Int32Array> {
  const next = new Int32Array(values + 1);
  const digitOf = (place: number): number => ((keys[place] ?? 0) >>> shift) & (digits - 1);
  for (let at = 0; at < keys.length; at += 1) {
    const digit = digitOf(at) + 1;
    if (digit <= values) next[digit] = (next[digit] ?? 0) + 1;
    if (at % stepsPerSlice === 0) yield;
  }
  for (let value = 1; value <= values; value += 1) next[value] = (next[value] ?? 0) + (next[value - 1] ?? 0);
  const sorted = new Int32Array(keys.length);
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0;
    const digit = digitOf(place);
    const to = next[digit] ?? 0;
    next[digit] = to + 1;
    sorted[to] = place;
    if (at % stepsPerSlice === 0) yield;
  }
  return sorted;
}
