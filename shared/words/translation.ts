/**
 * What a translation of an English file must be: `{…} satisfies Translation<typeof settings>`. A message that is missing, and one that English does not have,
 * is a type error.
 */
export type Translation<English extends Readonly<Record<string, string>>> = Readonly<Record<keyof English, string>>;
