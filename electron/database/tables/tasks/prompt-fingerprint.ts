/** Prompts of a list often differ only near their ends. */
const characters = ['1 + length(prompt) / 4', '1 + length(prompt) / 2', '1 + length(prompt) * 3 / 4', '-3', '-2', '-1'];

/**
 * An integer made of the length of a prompt and of six of its characters. Equal prompts have equal integers, and others seldom do, so that an index
 * finds the tasks of a prompt and is a tenth the size of an index of prompts. SQLite has no hash function. It is part of the schema (`baseline.ts`), so it
 * never changes.
 * @param prompt an SQL expression of a trimmed prompt that is not empty
 */
export function promptFingerprint(prompt: string): string {
  // A character before the first one is empty, and its code is null.
  const codes = characters.map((at, index) => `((ifnull(unicode(substr(${prompt}, ${at.replace('prompt', prompt)}, 1)), 0) & 127) << ${7 * index})`);
  return `((length(${prompt}) & 16383) << 42) | ${codes.join(' | ')}`;
}
