import { Walk, type Graph, type GraphNode, type Link } from './comfyui-graph.ts';

export type Side = 'positive' | 'negative';

const maxDepth = 100;
const maxPieces = 50;

/** The names of inputs for a prompt's text, in encoders, string nodes and concatenations. */
const textName =
  /^(?:text|string|prompt|value|str|positive_prompt|populated_text|wildcard_text|input_text)(?:[ _]?[a-z0-9]{1,2}|_positive|_refiner)?$/i;
/** Encoders with two or three models take the same words twice, or sentences for one and tags for the other. */
const encoderName = /^(?:clip_[lgh]|t5xxl|llama|bert|mt5xl|tags|caption)$/;
const notText = /clip$|model|vae|image|latent|mask|pixels|samples|control|sigmas|noise|seed|guider|sampler/i;

/**
 * The text for an input of a sampler. Follows conditionings back to text encoders and to the nodes that provide their text. Takes equal texts
 * once. Null if there is none.
 */
export function wordsBehind(graph: Graph, link: Link | undefined, side: Side): string | null {
  const pieces = conditioningPieces(new Walk(graph), link, side, 0);
  const distinct = [...new Set(pieces.map((piece) => piece.trim()).filter((piece) => piece !== ''))];
  return distinct.length === 0 ? null : distinct.join('\n');
}

function conditioningPieces(walk: Walk, link: Link | undefined, side: Side, depth: number): readonly string[] {
  const node = depth > maxDepth ? null : walk.visit(link);
  // Graphs without a negative prompt use a zeroed positive one, whose text has no effect.
  if (node === null || node.type === 'ConditioningZeroOut') return [];
  // ControlNet and similar nodes pass the positive and the negative side through.
  const own = node.links.get(side);
  if (own !== undefined) return conditioningPieces(walk, own, side, depth + 1);
  const texts = textPieces(walk, node, depth);
  if (texts.length > 0) return texts;
  const pieces: string[] = [];
  for (const [name, input] of node.links) {
    if (!notText.test(name) && pieces.length < maxPieces) pieces.push(...conditioningPieces(walk, input, side, depth + 1));
  }
  return pieces;
}

/** The texts of a node itself. */
function textPieces(walk: Walk, node: GraphNode, depth: number): readonly string[] {
  const isText = (name: string): boolean => textName.test(name) || encoderName.test(name);
  // A link takes precedence over a typed value. Links keep the order of the node's inputs.
  const names = [...new Set([...node.links.keys(), ...node.values.keys()])].filter(isText).sort().slice(0, maxPieces);
  const texts = names.flatMap((name) => {
    const link = node.links.get(name);
    if (link !== undefined) return [textOf(walk, link, depth + 1)];
    const value = node.values.get(name);
    return typeof value === 'string' ? [value] : [];
  });
  const filled = texts.filter((text) => text.trim() !== '');
  if (filled.length < 2 || !joins.test(node.type)) return filled;
  const delimiter = node.values.get('delimiter');
  return [filled.join(typeof delimiter === 'string' && delimiter.length < 16 ? delimiter.replaceAll('\\n', '\n') : ' ')];
}

const joins = /concat|join|combine|append/i;

/** The text of the node that a link comes from, or of the nearest node before it. */
function textOf(walk: Walk, link: Link, depth: number): string {
  const node = depth > maxDepth ? null : walk.visit(link);
  if (node === null) return '';
  const own = textPieces(walk, node, depth);
  if (own.length > 0) return own.join('\n');
  for (const [name, input] of node.links) {
    const text = notText.test(name) ? '' : textOf(walk, input, depth + 1);
    if (text !== '') return text;
  }
  return '';
}
