import type { Dice } from './dice.ts';
import type { Tally } from './tally.ts';

/** What one family of torture is given. */
export interface Ordeal {
  readonly rounds: number;
  readonly dice: Dice;
  readonly tally: Tally;
  /** One line about one round, for whoever asked to be told. */
  readonly say: (line: string) => void;
}

/** Does all its rounds and counts what came of them; rejects only when the torture itself is broken. */
export type Family = (ordeal: Ordeal) => Promise<void>;
