/**
 * Reads the syntax of sd-dynamic-prompts (its docs/SYNTAX.md). Where its documentation and its implementation (adieyal/dynamicprompts,
 * parser/parse.py) differ, or the implementation refuses what people write, this reader does as follows:
 *
 * - Whitespace: the documentation says that it is ignored. As in the implementation, it is kept in the text and after a choice ('{very |}good'), and
 *   left out before a choice. Line breaks after a choice are left out too, so that choices can stand on lines of their own.
 * - Comments begin with `#` and reach to the end of the line. The implementation also takes `//` and C comments at some places; here they are text,
 *   because addresses contain them. The spaces before a comment are removed with it, and the whole line if it has nothing else.
 * - `$` and `%` that begin nothing are text ('100 %', '$5'). The implementation refuses them.
 * - '{1-$$a|b|c}' chooses up to three, as in the implementation. The documentation says two.
 * - A range may be reversed ('{3-1$$…}'), and there may be spaces around it and after `~`, `@` and `!`.
 * - '{}' is a fault. The implementation makes an empty text of it.
 * - Two underscores before a space or another underscore are text, and so are unpaired closing braces.
 * - '%{a … b$$inner}' comes from the implementation's own documentation.
 */
import { mostPicked, type Assignment, type Option, type Sampler, type SequenceNode, type TemplateFault, type TemplateNode, type TextNode } from './template-node.ts';
import { createScanner } from './template-scanner.ts';

/** What ends a sequence. `path`: the name of a wildcard. `value`: that of a variable. */
type Inside = 'top' | 'option' | 'value' | 'parameter' | 'path' | 'wrapper' | 'inner';

export interface ReadTemplate {
  readonly node: TemplateNode;
  /** In the order of their places. */
  readonly faults: readonly TemplateFault[];
  /** Variables that stand in the names of wildcards. The values of these variables decide how many prompts there are. */
  readonly pathVariables: ReadonlySet<string>;
}

const samplers: Readonly<Record<string, Sampler>> = { '~': 'random', '@': 'cycle', '!': 'all' };
const patterns = {
  space: /\s*/y,
  sampler: /\s*([~@!])/y,
  range: /\s*(?:(\d+)(\s*-\s*(\d+)?)?|-\s*(\d+))\s*\$\$/y,
  separator: /([^${}]*)\$\$/y,
  weight: /(\d+\.?\d*|\.\d+)::/y,
  variable: /\s*([A-Za-z_-][\w-]*)\s*/y,
  equals: /(\?)?\s*=\s*(!)?/y,
  parameter: /\s*([A-Za-z_-][\w-]*)\s*=/y,
  restOfParameters: /[^)\n]{0,1000}\)/y,
  /** Text up to the next character that may mean something. */
  plain: /[^{}|#$%_,()\s]+/y,
} as const;

const emptyText: TextNode = { kind: 'text', text: '' };

/** Reads a template. Never throws, and takes time in proportion to the length of the text. */
export function readTemplate(text: string): ReadTemplate {
  const scanner = createScanner(text);
  const { fault, match, nested } = scanner;
  const pathVariables = new Set<string>();

  const node = sequence('top');
  return { node, faults: scanner.faults.toSorted((a, b) => a.at - b.at), pathVariables };

  /** Reads up to what ends the sequence, which is not consumed. */
  function sequence(inside: Inside): TemplateNode {
    const parts: TemplateNode[] = [];
    const assignments: Assignment[] = [];
    let written = '';
    const flush = (): void => {
      if (written !== '') parts.push({ kind: 'text', text: written });
      written = '';
    };
    const add = (part: TemplateNode): void => {
      flush();
      parts.push(part);
    };
    while (scanner.at < text.length) {
      const plain = match(patterns.plain);
      if (plain) written += plain[0];
      const char = text[scanner.at];
      if (char === undefined || ends(inside)) break;
      if (text.startsWith('${', scanner.at)) {
        const found = variable(inside);
        if (found && 'kind' in found) add(found);
        else if (found) assignments.push(found);
      } else if (text.startsWith('%{', scanner.at)) {
        add(wrap());
      } else if (char === '{') {
        add(variants());
      } else if (char === '#' && inside !== 'path') {
        written = scanner.comment(written, parts.length === 0);
      } else if (/^__[^\s_|}]/.test(text.slice(scanner.at, scanner.at + 3))) {
        add(wildcard());
      } else if (inside === 'option' && text.startsWith('$$', scanner.at)) {
        fault('templates.fault.bad-range', scanner.at, 2);
        scanner.at += 2;
      } else if (inside === 'value' && char === '|') {
        fault('templates.fault.bar-in-variable', scanner.at, 1, { example: '{red|blue}' });
        scanner.at += 1;
      } else if (/\s/.test(char)) {
        const space = match(patterns.space)?.[0] ?? '';
        const leading = written === '' && parts.length === 0 && (inside === 'option' || inside === 'value' || inside === 'parameter');
        if (!leading) written += space;
      } else {
        const length = char === '_' && text[scanner.at + 1] === '_' ? 2 : 1;
        written += text.slice(scanner.at, scanner.at + length);
        scanner.at += length;
      }
    }
    if (inside === 'option' || inside === 'value') written = written.replace(/[ \t]*[\r\n]\s*$/, '');
    if (inside === 'parameter' || inside === 'path') written = written.trimEnd();
    flush();
    if (assignments.length === 0 && parts.length <= 1) return parts[0] ?? emptyText;
    return { kind: 'sequence', assignments, parts } satisfies SequenceNode;
  }

  function ends(inside: Inside): boolean {
    const char = text[scanner.at];
    switch (inside) {
      case 'top':
        return false;
      case 'option':
        return char === '|' || char === '}';
      case 'value':
      case 'inner':
        return char === '}';
      case 'parameter':
        return char === ',' || char === ')' || char === '}';
      case 'wrapper':
        return char === '}' || text.startsWith('$$', scanner.at);
      case 'path':
        return text.startsWith('__', scanner.at) || (char !== undefined && '(|}#)\n\r'.includes(char));
    }
  }

  function sampler(): Sampler | null {
    return samplers[match(patterns.sampler)?.[1] ?? ''] ?? null;
  }

  function variants(): TemplateNode {
    const open = scanner.at;
    return nested<TemplateNode>(1, emptyText, () => {
      const chosen = sampler();
      const rangeAt = scanner.at;
      const range = match(patterns.range);
      const separator = range ? (match(patterns.separator)?.[1] ?? ',') : ',';
      const options: Option[] = [];
      do {
        if (options.length > 0) scanner.at += 1;
        options.push(option());
      } while (text[scanner.at] === '|');
      if (text[scanner.at] === '}' && options.length === 1 && options[0]?.source === '') {
        fault('templates.fault.empty-variants', open, scanner.at + 1 - open, { example: '{red|blue}' });
      } else if (text[scanner.at] === '}' && options.every(({ weight }) => weight === 0)) {
        fault('templates.fault.no-weight', open, scanner.at + 1 - open);
      }
      const [least, most] = range ? limitsOf(range) : [1, 1];
      if (range && Math.max(least, most ?? 0) > mostPicked) fault('templates.fault.range-too-large', rangeAt, range[0].length, { most: mostPicked });
      return { kind: 'variants', options, least, most, separator, sampler: chosen };
    });
  }

  function option(): Option {
    match(patterns.space);
    while (text[scanner.at] === '#') {
      scanner.comment('', true);
      match(patterns.space);
    }
    const weight = match(patterns.weight)?.[1];
    const start = scanner.at;
    const read = sequence('option');
    return { node: read, weight: weight === undefined ? 1 : Number(weight), source: read.kind === 'text' ? read.text : text.slice(start, scanner.at) };
  }

  /** A use or an assignment of a variable. Null: neither; the fault is listed. */
  function variable(inside: Inside): TemplateNode | Assignment | null {
    const open = scanner.at;
    return nested<TemplateNode | Assignment | null>(2, null, () => {
      const name = match(patterns.variable)?.[1];
      const equals = name === undefined ? null : match(patterns.equals);
      if (name !== undefined && equals) {
        if (inside !== 'top') fault('templates.fault.set-inside', open, scanner.at - open);
        return { name, value: sequence('value'), immediate: equals[2] !== undefined, overwrite: equals[1] === undefined };
      }
      const withFallback = name !== undefined && text[scanner.at] === ':';
      if (withFallback) scanner.at += 1;
      const fallback = sequence('value');
      const length = Math.min(scanner.at + 1, text.length) - open;
      if (name === undefined || (!withFallback && fallback !== emptyText)) {
        fault('templates.fault.bad-variable', open, length, { example: '${animal}' });
        return null;
      }
      if (inside === 'path') pathVariables.add(name);
      // As in the implementation, a variable in a wildcard's name stands for its own name if it is not set.
      const named: TemplateNode = { kind: 'text', text: name };
      return { kind: 'variable', name, fallback: withFallback ? fallback : inside === 'path' ? named : null, at: open, length };
    });
  }

  function wrap(): TemplateNode {
    const open = scanner.at;
    return nested<TemplateNode>(2, emptyText, () => {
      const wrapper = sequence('wrapper');
      if (!text.startsWith('$$', scanner.at)) {
        if (text[scanner.at] === '}') fault('templates.fault.bad-wrap', open, scanner.at + 1 - open, { example: '%{a … b$$c}' });
        return wrapper;
      }
      scanner.at += 2;
      match(patterns.space);
      return { kind: 'wrap', wrapper, inner: sequence('inner') };
    });
  }

  function wildcard(): TemplateNode {
    const open = scanner.at;
    scanner.at += 2;
    const chosen = sampler();
    match(patterns.space);
    const path = sequence('path');
    const given: Assignment[] = [];
    let whole = true;
    if (text[scanner.at] === '(') {
      const start = scanner.at;
      if (!scanner.enter(1)) return emptyText;
      whole = parameters(given);
      if (!whole) {
        match(patterns.restOfParameters);
        fault('templates.fault.bad-parameter', start, Math.max(1, scanner.at - start), { example: '(animal=fox, colour=red)' });
      }
      scanner.leave();
      match(patterns.space);
    }
    // Reading goes on where the name broke off, never again from its beginning, so that no text is read twice.
    if (!text.startsWith('__', scanner.at)) {
      fault('templates.fault.unclosed-wildcard', open, 2);
      return emptyText;
    }
    scanner.at += 2;
    if (!whole) return emptyText;
    return { kind: 'wildcard', path, parameters: given, sampler: chosen, at: open, length: scanner.at - open };
  }

  /** Reads `name=value, …)` and reports whether it is whole. */
  function parameters(given: Assignment[]): boolean {
    for (;;) {
      const name = match(patterns.parameter)?.[1];
      if (name === undefined) return false;
      given.push({ name, value: sequence('parameter'), immediate: false, overwrite: true });
      if (text[scanner.at] !== ',') break;
      scanner.at += 1;
    }
    if (text[scanner.at] !== ')') return false;
    scanner.at += 1;
    return true;
  }
}

/** How many are chosen at least and at most. Null: all of them. */
function limitsOf([, from, dash, to, upTo]: RegExpExecArray): readonly [number, number | null] {
  if (upTo !== undefined) return inOrder(1, Number(upTo));
  if (dash === undefined) return [Number(from), Number(from)];
  return to === undefined ? [Number(from), null] : inOrder(Number(from), Number(to));
}

const inOrder = (one: number, other: number): readonly [number, number] => [Math.min(one, other), Math.max(one, other)];
