import { deepest, mostFaults, type TemplateFault } from './template-node.ts';

/** A place in the text of a template that moves forward, how deep it is nested there, and the faults so far. */
export interface TemplateScanner {
  /** The place: an index of the text, or beyond its end once the rest is skipped. */
  at: number;
  readonly faults: readonly TemplateFault[];
  fault(words: TemplateFault['words'], place: number, length: number, values?: TemplateFault['values']): void;
  /** Consumes what a sticky pattern finds at the place. */
  match(pattern: RegExp): RegExpExecArray | null;
  /** Consumes an opening bracket of the given length. False: it is nested too deep, and the rest of the text is skipped. Otherwise `leave` ends it. */
  enter(length: number): boolean;
  leave(): void;
  /** Consumes an opening bracket of the given length, what `read` consumes, and the closing brace. `otherwise` if it is nested too deep. */
  nested<Found>(length: number, otherwise: Found, read: () => Found): Found;
  /** Consumes a comment. Returns the text before it without the spaces that belong to it. `first`: nothing else stands before that text. */
  comment(before: string, first: boolean): string;
}

export function createScanner(text: string): TemplateScanner {
  const faults: TemplateFault[] = [];
  let depth = 0;
  const scanner: TemplateScanner = {
    at: 0,
    faults,
    fault(words, place, length, values = {}) {
      // The rest of the text is skipped, so no more faults can be reported.
      if (scanner.at <= text.length && faults.length < mostFaults) faults.push({ words, values, at: place, length, within: null });
    },
    match(pattern) {
      pattern.lastIndex = scanner.at;
      const found = pattern.exec(text);
      if (found) scanner.at = pattern.lastIndex;
      return found;
    },
    enter(length) {
      if (depth === deepest) {
        scanner.fault('templates.fault.too-deep', scanner.at, length, { most: deepest });
        scanner.at = text.length + 1;
        return false;
      }
      scanner.at += length;
      depth += 1;
      return true;
    },
    leave() {
      depth -= 1;
    },
    nested(length, otherwise, read) {
      const open = scanner.at;
      if (!scanner.enter(length)) return otherwise;
      const found = read();
      scanner.leave();
      if (text[scanner.at] === '}') scanner.at += 1;
      else scanner.fault('templates.fault.unclosed-brace', open, length);
      return found;
    },
    comment(before, first) {
      let end = before.length;
      while (end > 0 && (before[end - 1] === ' ' || before[end - 1] === '\t')) end -= 1;
      const isWholeLine = end === 0 ? first : before[end - 1] === '\n';
      const stop = text.indexOf('\n', scanner.at);
      scanner.at = stop === -1 ? text.length : isWholeLine ? stop + 1 : stop;
      return before.slice(0, end);
    },
  };
  return scanner;
}
