/** An element with its names as full addresses: `http://purl.org/dc/elements/1.1/title`. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly in it. */
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly rawName: string;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const maxDepth = 64;
const maxElements = 20_000;
const maxAttributes = 500;
const maxPrefixes = 100;
const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * The part of XML that XMP is written in: elements, attributes, text, CDATA, comments and processing instructions, with
 * namespaces. There are no document types and no entities but the five of XML itself; a document that declares one is
 * refused. What stands before damage is returned, its open elements taken as closed. Null when there is no element.
 */
export function parseXml(text: string): XmlElement | null {
  const root = openElement('', new Map([['xml', 'xml:']]));
  const open: OpenElement[] = [root];
  let elements = 0;
  for (let at = 0; at < text.length;) {
    const top = open[open.length - 1] ?? root;
    const bracket = text.indexOf('<', at);
    if (bracket !== at) top.text += unescaped(text.slice(at, bracket < 0 ? text.length : bracket));
    if (bracket < 0) break;
    if (text.startsWith('<!--', bracket)) at = after(text, '-->', bracket + 4);
    else if (text.startsWith('<?', bracket)) at = after(text, '?>', bracket + 2);
    else if (text.startsWith('<![CDATA[', bracket)) {
      at = after(text, ']]>', bracket + 9);
      top.text += text.slice(bracket + 9, Math.max(at - 3, bracket + 9));
    } else if (text.startsWith('<!', bracket)) return null;
    else if (text.startsWith('</', bracket)) {
      at = after(text, '>', bracket);
      if (open.length > 1 && top.rawName === text.slice(bracket + 2, at - 1).trim()) open.pop();
      else break;
    } else {
      const start = startTag(text, bracket + 1, top.prefixes);
      elements += 1;
      if (start === null || open.length > maxDepth || elements > maxElements) break;
      top.children.push(start.element);
      if (!start.isClosed) open.push(start.element);
      at = start.end;
    }
  }
  return root.children[0] ?? null;
}

function openElement(rawName: string, prefixes: ReadonlyMap<string, string>): OpenElement {
  return { rawName, prefixes, name: rawName, attributes: new Map(), children: [], text: '' };
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

const nameAt = /[A-Za-z_][\w.-]{0,200}(?::[A-Za-z_][\w.-]{0,200})?/y;
const spaceAt = /\s*/y;

function startTag(
  text: string,
  from: number,
  outer: ReadonlyMap<string, string>,
): { readonly element: OpenElement; readonly isClosed: boolean; readonly end: number } | null {
  const rawName = matchAt(nameAt, text, from);
  if (rawName === '') return null;
  const written: [string, string][] = [];
  let at = from + rawName.length;
  for (;;) {
    at += matchAt(spaceAt, text, at).length;
    const isClosed = text.startsWith('/>', at);
    if (isClosed || text[at] === '>') {
      const prefixes = prefixesOf(written, outer);
      const attributes = new Map(written.map(([name, value]) => [name.includes(':') ? fullName(name, prefixes) : name, value]));
      const element = { ...openElement(rawName, prefixes), name: fullName(rawName, prefixes), attributes };
      return { element, isClosed, end: at + (isClosed ? 2 : 1) };
    }
    const name = matchAt(nameAt, text, at);
    at += name.length;
    at += matchAt(spaceAt, text, at).length;
    if (name === '' || text[at] !== '=' || written.length === maxAttributes) return null;
    at += 1;
    at += matchAt(spaceAt, text, at).length;
    const quote = text[at];
    if (quote !== '"' && quote !== "'") return null;
    const end = text.indexOf(quote, at + 1);
    if (end < 0) return null;
    written.push([name, unescaped(text.slice(at + 1, end))]);
    at = end + 1;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

function prefixesOf(
  written: readonly (readonly [string, string])[],
  outer: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const own = written.filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (own.length === 0 || outer.size + own.length > maxPrefixes) return outer;
  return new Map([...outer, ...own.map(([name, address]) => [name === 'xmlns' ? '' : name.slice(6), address] as const)]);
}

function fullName(name: string, prefixes: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':');
  const address = prefixes.get(colon < 0 ? '' : name.slice(0, colon));
  return address === undefined ? name : address + name.slice(colon + 1);
}

/** Five names and numbers; anything else stays as it is written. */
function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|([a-z]{2,4}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
