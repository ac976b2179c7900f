const sizes = ['1024x1024', '1536x1024', '1024x1536', 'auto'] as const;
const qualities = ['low', 'medium', 'high', 'auto'] as const;

/** What was used before comes first; then what services of this kind usually take. Any other text is a value too. */
function merged(used: readonly string[], usual: readonly string[]): readonly string[] {
  return [...new Set([...used.filter((value) => value !== ''), ...usual])];
}

export const sizeSuggestions = (used: readonly string[]): readonly string[] => merged(used, sizes);
export const qualitySuggestions = (used: readonly string[]): readonly string[] => merged(used, qualities);
