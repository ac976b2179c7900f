import type { WordKey, WordValues } from '../words/index.ts';

/** How values are chosen: every one in turn (`all`), by chance (`random`, `~`), or each next one in a cycle (`cycle`, `@`). */
export type Sampler = 'all' | 'random' | 'cycle';

export interface TextNode {
  readonly kind: 'text';
  readonly text: string;
}

/** The parts of a text, one after the other. Assignments apply to the whole sequence, wherever they stand in it. */
export interface SequenceNode {
  readonly kind: 'sequence';
  readonly assignments: readonly Assignment[];
  readonly parts: readonly TemplateNode[];
}

export interface Assignment {
  readonly name: string;
  readonly value: TemplateNode;
  /** `=!`: one value is chosen, and every use has it. Without it, every use chooses again. */
  readonly immediate: boolean;
  /** False (`?=`): a value that is already set is kept. */
  readonly overwrite: boolean;
}

/** One value of a choice. */
export interface Option {
  readonly node: TemplateNode;
  readonly weight: number;
  /** The text that it was read from. Options with the same source are the same. */
  readonly source: string;
  /** What is wrong in a wildcard's value. Places are within the value. */
  readonly faults?: readonly TemplateFault[];
}

export interface VariantsNode {
  readonly kind: 'variants';
  readonly options: readonly Option[];
  readonly least: number;
  /** Null: as many as there are. */
  readonly most: number | null;
  readonly separator: string;
  readonly sampler: Sampler | null;
}

export interface WildcardNode extends Place {
  readonly kind: 'wildcard';
  /** The name or pattern. It may contain variables and choices. */
  readonly path: TemplateNode;
  readonly parameters: readonly Assignment[];
  readonly sampler: Sampler | null;
}

interface VariableNode extends Place {
  readonly kind: 'variable';
  readonly name: string;
  readonly fallback: TemplateNode | null;
}

/** `%{a … b$$inner}`: the outer text around the inner one. */
interface WrapNode {
  readonly kind: 'wrap';
  readonly wrapper: TemplateNode;
  readonly inner: TemplateNode;
}

export type TemplateNode = TextNode | SequenceNode | VariantsNode | WildcardNode | VariableNode | WrapNode;

/** Where something stands in the text, in UTF-16 code units. */
export interface Place {
  readonly at: number;
  readonly length: number;
}

/** Something that is wrong in a template. Nothing can be sent until it is corrected. */
export interface TemplateFault extends Place {
  readonly words: Extract<WordKey, `templates.fault.${string}`>;
  readonly values: WordValues;
  /** The wildcard whose values have the fault. Its place is that of the wildcard in the prompt. Null: the fault is in the prompt itself. */
  readonly within: string | null;
}

/** The most faults that are listed. */
export const mostFaults = 100;
/** The most values that one pair of braces may join. */
export const mostPicked = 100;
/** How deep braces may be nested. */
export const deepest = 50;
