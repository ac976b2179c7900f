import type { WordKey } from '../../../../shared/words/index.ts';

/** Texts that can complete what is being typed. */
export interface Offer {
  /** The name of the list. */
  readonly label: WordKey;
  /** Where the text that is being typed begins. */
  readonly at: number;
  readonly typed: string;
  readonly matches: readonly { readonly name: string; readonly hint: string }[];
  /** Completes the text in the field with a match. */
  choose(index: number): void;
}
