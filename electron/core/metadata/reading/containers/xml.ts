import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element. Its name and the names of its attributes start with the address of their namespace: `http://purl.org/dc/elements/1.1/title`. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly in the element. */
  readonly text: string;
}

/** The address of a namespace by its prefix. */
type Namespaces = (prefix: string) => string | undefined;

/** What the parser makes of an element or a text. */
type ParsedNode = Readonly<Record<string, unknown>>;

const attributesKey = ':@';
const textKey = '#text';
const maxDepth = 64;
const maxElements = 20_000;
const maxAttributes = 500;

/**
 * Reads the XML of an XMP packet. A packet that was cut off is read up to its last tag. Null if the parser or one of the limits refuses the packet,
 * and if it declares entities, which XMP never does.
 */
export function parseXml(text: string): XmlElement | null {
  if (/<!(?:DOCTYPE|ENTITY)/.test(text)) return null;
  try {
    const nodes = createParser().parse(upToLastTag(text)) as readonly ParsedNode[];
    return elementsIn(nodes, (prefix) => (prefix === 'xml' ? 'xml:' : undefined))[0] ?? null;
  } catch {
    return null;
  }
}

/** Whether every element that begins also ends. A bare `&` in a text, which the parser reads as it is, does not matter here. */
export const isWholeXml = (text: string): boolean => XMLValidator.validate(upToLastTag(text).replaceAll('&', '')) === true;

/** Without the bytes that fill up a packet. */
const upToLastTag = (text: string): string => text.slice(0, text.lastIndexOf('>') + 1);

function createParser(): XMLParser {
  let elements = 0;
  return new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    textNodeName: textKey,
    parseTagValue: false,
    trimValues: false,
    ignorePiTags: true,
    // Numeric character references are decoded only together with HTML's names.
    htmlEntities: true,
    maxNestedTags: maxDepth,
    jPath: false,
    updateTag: (name, _path, attributes: object | null) => {
      elements += 1;
      if (elements > maxElements || Object.keys(attributes ?? {}).length > maxAttributes) throw new Error('The packet is too large.');
      return name;
    },
  });
}

function elementsIn(nodes: readonly ParsedNode[], outer: Namespaces): readonly XmlElement[] {
  return nodes.flatMap((node) => {
    const [rawName, content] = Object.entries(node).find(([key]) => key !== attributesKey) ?? [];
    if (rawName === undefined || !isNodes(content)) return [];
    const written = Object.entries(node[attributesKey] ?? {}).map(([name, value]) => [name, String(value)] as const);
    const namespaces = namespacesOf(written, outer);
    const attributes = new Map(written.map(([name, value]) => [name.includes(':') ? fullName(name, namespaces) : name, value]));
    return [{ name: fullName(rawName, namespaces), attributes, children: elementsIn(content, namespaces), text: textOf(content) }];
  });
}

function isNodes(content: unknown): content is readonly ParsedNode[] {
  return Array.isArray(content);
}

function textOf(nodes: readonly ParsedNode[]): string {
  return nodes.map((node) => (typeof node[textKey] === 'string' ? node[textKey] : '')).join('');
}

function namespacesOf(attributes: readonly (readonly [name: string, value: string])[], outer: Namespaces): Namespaces {
  const own = new Map(attributes.flatMap(([name, value]) => (name === 'xmlns' ? [['', value]] : name.startsWith('xmlns:') ? [[name.slice(6), value]] : [])));
  return own.size === 0 ? outer : (prefix) => own.get(prefix) ?? outer(prefix);
}

function fullName(name: string, namespaces: Namespaces): string {
  const colon = name.indexOf(':');
  const address = namespaces(colon < 0 ? '' : name.slice(0, colon));
  return address === undefined ? name : address + name.slice(colon + 1);
}
