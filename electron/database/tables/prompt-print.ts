/**
 * An integer made of the length of a prompt and of four of its characters. Equal prompts have equal integers, and others seldom do, so that an index
 * finds the tasks of a prompt and is a tenth the size of an index of prompts. SQLite has no hash function. It is part of the schema (migration 13), so it never changes.
 * @param prompt an SQL expression of a trimmed prompt that is not empty
 */
export function promptPrint(prompt: string): string {
  const characters = [1, 2, 3, 4].map((part) => `((unicode(substr(${prompt}, 1 + length(${prompt}) * ${part} / 5, 1)) & 255) << ${8 * part - 8})`);
  return `((length(${prompt}) & 16383) << 32) | ${characters.join(' | ')}`;
}
