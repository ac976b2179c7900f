/** Whether two values of plain data have the same content. The order of fields does not matter, nor do fields that are undefined. */
export const isSame = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other);

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part));
}
