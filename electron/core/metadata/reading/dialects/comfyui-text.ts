import { Walk, type Graph, type GraphNode, type Link } from './comfyui-graph.ts';

export type Side = 'positive' | 'negative';

/** Pieces of text in their order. Null: it cannot be told which text went into the picture. */
type Pieces = readonly string[] | null;

const maxDepth = 100;
const maxPieces = 50;

/** Encoders whose texts have other names than `text`, `prompt` or `string`. Those with several models take the same words twice, or sentences and tags. */
const encoderTexts: ReadonlyMap<string, readonly string[]> = new Map([
  ['CLIPTextEncodeSDXL', ['text_g', 'text_l']],
  ['CLIPTextEncodeFlux', ['clip_l', 't5xxl']],
  ['CLIPTextEncodeSD3', ['clip_l', 'clip_g', 't5xxl']],
  ['CLIPTextEncodeHunyuanDiT', ['bert', 'mt5xl']],
  ['CLIPTextEncodeHiDream', ['clip_l', 'clip_g', 't5xxl', 'llama']],
  // The other text is the template that this one was made from.
  ['ImpactWildcardEncode', ['populated_text']],
]);
const encoder = /TextEncode/i;
const textNames = ['text', 'prompt', 'string'];

/** Nodes that hold one text, or make it from nothing but what is in them, and its name. */
const constants: ReadonlyMap<string, string> = new Map([
  ['ImpactWildcardProcessor', 'populated_text'],
  ['PrimitiveNode', 'value'],
]);
const joins = /^(?:StringConcatenate|Text Concatenate|JoinStrings|CR Text Concatenate|Text Concat)$/;
const pieceName = /^(?:string|text)_?[a-h\d]{1,2}$/i;
const conditioningName = /^cond(?:itioning)?(?:_?\d|_to|_from)?$/i;
/** Inputs that bring no words. */
const notText = /clip|model|vae|image|latent|mask|pixels|samples|control|sigmas|noise|seed|guider|sampler|strength|guidance|percent|weight|width|height/i;

/** A loader that encodes both texts and returns them after the model. */
const loader = /^Efficient Loader|^Eff\. Loader/;
/** Returns the model before both sides. */
const modelFirst = /InstantID/;

/**
 * The text behind an input of a sampler. Follows conditionings back to text encoders and to the nodes that provide their text. Takes equal texts
 * once. Null if there is none, or if one of the nodes is not known to pass its text on unchanged: styles, wildcards and language models make other
 * words of the text that is in them.
 */
export function wordsBehind(graph: Graph, link: Link | undefined, side: Side): string | null {
  const pieces = conditioning(new Walk(graph), link, side, 0) ?? [];
  const distinct = [...new Set(pieces.map((piece) => piece.trim()).filter((piece) => piece !== ''))];
  return distinct.length === 0 ? null : distinct.join('\n');
}

function conditioning(walk: Walk, link: Link | undefined, side: Side, depth: number): Pieces {
  if (link === undefined || walk.hasSeen(link)) return [];
  const node = depth > maxDepth ? null : walk.visit(link);
  if (node === null) return null;
  // Graphs without a negative prompt use a zeroed positive one, whose text has no effect.
  if (node.type === 'ConditioningZeroOut') return [];
  if (loader.test(node.type)) return link.slot === (side === 'positive' ? 1 : 2) ? textAt(walk, node, side, depth) : null;
  // ControlNet and similar nodes pass both sides through. Which one comes out depends on the output, not on who asks.
  if (node.links.has('positive') && node.links.has('negative')) {
    const output = (['positive', 'negative'] as const)[link.slot - (modelFirst.test(node.type) ? 1 : 0)];
    return output === undefined ? null : conditioning(walk, node.links.get(output), output, depth + 1);
  }
  const own = node.links.get(side);
  if (own !== undefined && link.slot === 0) return conditioning(walk, own, side, depth + 1);
  if (encoder.test(node.type) || encoderTexts.has(node.type)) return encoded(walk, node, depth);
  const inputs = [...node.links].filter(([name]) => !notText.test(name));
  const isReroute = inputs.length === 1 && node.links.size === 1 && node.values.size === 0;
  const isPassedOn = inputs.length > 0 && inputs.length < maxPieces && inputs.every(([name]) => conditioningName.test(name));
  if (!isReroute && !isPassedOn) return null;
  return all(inputs.map(([, input]) => conditioning(walk, input, side, depth + 1)));
}

function encoded(walk: Walk, node: GraphNode, depth: number): Pieces {
  const known = encoderTexts.get(node.type);
  const has = (name: string): boolean => node.links.has(name) || node.values.has(name);
  const names = known ?? textNames.filter(has);
  if (known === undefined && names.length !== 1) return null;
  return all(names.filter(has).map((name) => textAt(walk, node, name, depth)));
}

/** The text of an input, which is typed there or comes from another node. */
function textAt(walk: Walk, node: GraphNode, name: string, depth: number): Pieces {
  const link = node.links.get(name);
  if (link !== undefined) return textOf(walk, link, depth + 1);
  const value = node.values.get(name);
  return typeof value === 'string' ? [value] : null;
}

function textOf(walk: Walk, link: Link, depth: number): Pieces {
  const node = depth > maxDepth ? null : walk.look(link);
  if (node === null) return null;
  const name = constants.get(node.type);
  if (name !== undefined) return textAt(walk, node, name, depth);
  if (joins.test(node.type)) return joined(walk, node, depth);
  const [only] = node.links.values();
  // Nodes that show a text keep the texts of earlier runs.
  const values = [...node.values].filter(([key]) => !/^text_\d$/.test(key)).map(([, value]) => value);
  if (node.links.size === 1 && only !== undefined && values.length === 0) return textOf(walk, only, depth + 1);
  return node.links.size === 0 && values.length === 1 && typeof values[0] === 'string' ? [values[0]] : null;
}

function joined(walk: Walk, node: GraphNode, depth: number): Pieces {
  const names = [...new Set([...node.links.keys(), ...node.values.keys()])].filter((name) => pieceName.test(name)).sort();
  const pieces = names.length > maxPieces ? null : all(names.map((name) => textAt(walk, node, name, depth)));
  const delimiter = node.values.get('delimiter') ?? node.values.get('separator') ?? '';
  if (pieces === null || typeof delimiter !== 'string' || node.links.has('delimiter') || node.links.has('separator')) return null;
  return [pieces.filter((piece) => piece !== '').join(delimiter.replaceAll('\\n', '\n'))];
}

/** All pieces, or null if one of the parts is unknown. */
function all(parts: readonly Pieces[]): Pieces {
  const known = parts.filter((part) => part !== null);
  return known.length === parts.length ? known.flat() : null;
}
