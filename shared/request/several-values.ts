/** The content of a field that takes several values. A single value is the text alone. */
export interface SeveralValues {
  /** Values before the text, each shown as a chip. */
  readonly chips: readonly string[];
  /** What is being written. It is a value, too, unless it is blank. */
  readonly text: string;
}

/** All values without blank and repeated ones. */
export function valuesOf({ chips, text }: SeveralValues): readonly string[] {
  return [...new Set([...chips, text].map((value) => value.trim()))].filter((value) => value !== '');
}

/** The text changed. A comma or a line break in it, as in pasted text, ends a value. */
export function typed({ chips }: SeveralValues, text: string): SeveralValues {
  const parts = text.split(/[,\n]/);
  if (parts.length === 1) return { chips, text };
  const last = parts.pop() ?? '';
  return { chips: valuesOf({ chips: [...chips, ...parts], text: '' }), text: last.trimStart() };
}

/** The text becomes a chip, and another value can be written. */
export const completed = (values: SeveralValues): SeveralValues => ({ chips: valuesOf(values), text: '' });

/** Every value as a chip, or a single one as the text. */
export function simplified(values: SeveralValues): SeveralValues {
  if (values.chips.length === 0) return values;
  const all = valuesOf(values);
  const [only = ''] = all;
  return all.length > 1 ? { chips: all, text: '' } : { chips: [], text: only };
}

/** A suggestion was chosen. It replaces the text, and is one more value if there are chips. */
export function picked({ chips }: SeveralValues, value: string): SeveralValues {
  return chips.length === 0 ? { chips, text: value } : completed({ chips, text: value });
}

/** Adds a value to the others, or removes it. The last value stays. */
export function toggled(values: SeveralValues, value: string): SeveralValues {
  const all = valuesOf(values);
  if (!all.includes(value)) return simplified({ chips: all, text: value });
  return all.length === 1 ? values : removed({ chips: all, text: '' }, value);
}

export function removed({ chips, text }: SeveralValues, value: string): SeveralValues {
  return simplified({ chips: chips.filter((other) => other !== value), text });
}
