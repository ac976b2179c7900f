import type { TemplateFault } from './template-node.ts';

/** Ends the work on a template. `openTemplate` makes a fault of it. */
export class Stop extends Error {
  readonly words: TemplateFault['words'];
  readonly values: TemplateFault['values'];

  constructor(words: TemplateFault['words'], values: TemplateFault['values'] = {}) {
    super(words);
    this.words = words;
    this.values = values;
  }
}

/** Steps for counting, and for one prompt. A step takes up to a few microseconds, and both happen while the person types. */
const mostSteps = 250_000;
/** How deep options, variables and wildcards may lead into one another. */
const deepestUse = 400;

/** The steps and the depth that the work on a template has left. */
export interface Work {
  begin(): void;
  /** Uses this many steps. Throws `Stop` if there are not enough left. */
  step(number?: number): void;
  /** Runs something that a part of the template leads to. */
  deeper<Result>(run: () => Result): Result;
}

export function createWork(): Work {
  let [steps, depth] = [mostSteps, 0];
  const step = (number = 1): void => {
    steps -= number;
    if (steps < 0) throw new Stop('templates.fault.too-complex');
  };
  return {
    begin() {
      [steps, depth] = [mostSteps, 0];
    },
    step,
    deeper(run) {
      step();
      depth += 1;
      if (depth > deepestUse) throw new Stop('templates.fault.too-complex');
      const result = run();
      depth -= 1;
      return result;
    },
  };
}
