import { longestPrompt } from '../request/request-checks.ts';
import type { Choice } from './choice.ts';
import { isListed, modeOf, wildcardIn, type Counter, type Mode } from './count-outcomes.ts';
import type { Draws } from './draws.ts';
import type { Scope } from './scope.ts';
import type { SequenceNode, TemplateNode, VariantsNode, WildcardNode } from './template-node.ts';
import { Stop, type Work } from './work-limit.ts';

/**
 * Makes texts of parts of a template. The result gives the text of a node at an index of its outcomes; at random and in a cycle, the next one.
 * Everything in the template was counted without a fault.
 */
export function createWriter(counter: Counter, work: Work, draws: () => Draws) {
  return textOf;

  function textOf(node: TemplateNode, scope: Scope, mode: Mode, index: bigint): string {
    if (node.kind === 'text') return limited(node.text);
    return work.deeper(() => {
      switch (node.kind) {
        case 'sequence':
          return sequenceText(node, 0, scope, mode, index);
        case 'variants':
        case 'wildcard':
          return chosenText(node, scope, modeOf(node, mode), index);
        case 'variable': {
          const value = scope.get(node.name) ?? node.fallback;
          return value ? textOf(value, scope, mode, index) : '';
        }
        case 'wrap': {
          const inner = isListed(mode) ? counter.countOf(node.inner, scope, mode) : 1n;
          const around = textOf(node.wrapper, scope, mode, index / inner);
          const [before, after] = splitAtMark(around);
          return limited(before + textOf(node.inner, scope, mode, index % inner) + after);
        }
      }
    });
  }

  function sequenceText(node: SequenceNode, from: number, scope: Scope, mode: Mode, index: bigint): string {
    const assignment = node.assignments[from];
    if (!assignment) return partsText(node.parts, scope, mode, index);
    const { name, value, immediate, overwrite } = assignment;
    if (!overwrite && scope.get(name)) return sequenceText(node, from + 1, scope, mode, index);
    if (!immediate) return sequenceText(node, from + 1, scope.with(name, value), mode, index);
    if (!isListed(mode)) {
      const chosen = textOf(value, scope, mode, 0n);
      return sequenceText(node, from + 1, counter.branches(name) ? scope.with(name, { kind: 'text', text: chosen }) : scope.withChosen(name, chosen), mode, 0n);
    }
    if (counter.branches(name)) {
      let rest = index;
      for (const chosen of counter.textsOf(value, scope)) {
        const inner = scope.with(name, { kind: 'text', text: chosen });
        const size = counter.countFrom(node, from + 1, inner, mode);
        if (rest < size) return sequenceText(node, from + 1, inner, mode, rest);
        rest -= size;
      }
      return '';
    }
    const size = counter.countFrom(node, from + 1, scope.withChosen(name, ''), mode);
    return sequenceText(node, from + 1, scope.withChosen(name, textOf(value, scope, mode, index / size)), mode, index % size);
  }

  function partsText(parts: readonly TemplateNode[], scope: Scope, mode: Mode, index: bigint): string {
    const indexes: bigint[] = [];
    let rest = index;
    for (let at = parts.length - 1; at >= 0 && rest > 0n; at -= 1) {
      const part = parts[at];
      const size = part ? counter.countOf(part, scope, mode) : 1n;
      indexes[at] = rest % size;
      rest /= size;
    }
    let joined = '';
    for (const [at, part] of parts.entries()) joined = limited(joined + textOf(part, scope, mode, indexes[at] ?? 0n));
    return joined;
  }

  function chosenText(node: VariantsNode | WildcardNode, scope: Scope, mode: Mode, index: bigint): string {
    const wildcard = wildcardIn(node);
    const own = wildcard && node !== wildcard ? modeOf(wildcard, mode) : mode;
    if (!isListed(own)) {
      const [found] = counter.choicesOf(node, scope, mode, wildcard ? textOf(wildcard.path, scope, own, 0n) : undefined);
      if (!found) return '';
      const drawn = own === 'random' ? draws().random(found.choice) : draws().next(node, found.choice);
      return joinedText(found.choice, drawn.map((at) => optionText(found.choice, at, found.scope, own, 0n)));
    }
    let rest = index;
    for (const { choice, scope: inner } of counter.choicesOf(node, scope, mode)) {
      if (rest >= choice.count) {
        rest -= choice.count;
        continue;
      }
      if (!choice.several) {
        const { option, outcome } = choice.one(rest);
        return optionText(choice, option, inner, own, outcome);
      }
      work.step(choice.several.steps);
      return joinedText(choice, choice.several.at(rest).map(({ kind, outcome }) => optionText(choice, kind, inner, own, outcome)));
    }
    return '';
  }

  function optionText({ distinct }: Choice, at: number, scope: Scope, mode: Mode, outcome: bigint): string {
    const option = distinct.options[at];
    return option ? textOf(option.node, scope, mode, outcome) : '';
  }

  function joinedText({ separator }: Choice, texts: readonly string[]): string {
    if (texts.length === 1) return texts[0] ?? '';
    // As in the implementation, an empty first or last value leaves no separator behind.
    let joined = texts.join(separator);
    if (separator !== '' && joined.startsWith(separator)) joined = joined.slice(separator.length);
    if (separator !== '' && joined.endsWith(separator)) joined = joined.slice(0, joined.length - separator.length);
    return limited(joined);
  }

  function limited(made: string): string {
    if (made.length > longestPrompt && made.trim().length > longestPrompt) throw new Stop('templates.fault.too-long', { most: longestPrompt });
    return made;
  }
}

/** The text before and after the mark that stands for the inner text. Without a mark, all is before it. */
function splitAtMark(text: string): readonly [string, string] {
  const mark = /[\u1801\u2026\u22EE\u22EF\u22F0\u22F1\uFE19]+|\.{3,}/.exec(text);
  return mark ? [text.slice(0, mark.index), text.slice(mark.index + mark[0].length)] : [text, ''];
}
