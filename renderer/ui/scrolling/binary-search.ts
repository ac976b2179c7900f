/** Index of the last of the first `length` ascending numbers that is at most `value`, or -1. */
export function lastAtMost(numbers: ArrayLike<number>, value: number, length = numbers.length): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
