import { field, objectOf, type JsonObject } from './json.ts';

/** An input that comes from another node: the id of that node, and the number of its output. */
export interface Link {
  readonly from: string;
  readonly slot: number;
}

export interface GraphNode {
  readonly id: string;
  /** Its class: `KSampler`, `CLIPTextEncode`. */
  readonly type: string;
  readonly links: ReadonlyMap<string, Link>;
  /** Inputs with a value of their own: text, numbers, booleans. */
  readonly values: ReadonlyMap<string, unknown>;
}

export type Graph = ReadonlyMap<string, GraphNode>;

export const maxNodes = 5000;
const usualVisits = 2000;
export const maxInputs = 200;

/** ComfyUI's `prompt`, the graph that was run: `{"3": {"class_type": "KSampler", "inputs": {"model": ["4", 0], "seed": 1}}}`. */
export function graphOfPrompt(prompt: JsonObject): Graph {
  const graph = new Map<string, GraphNode>();
  for (const [id, value] of Object.entries(prompt).slice(0, maxNodes)) {
    const node = objectOf(value);
    const type = field(node, 'class_type');
    if (typeof type !== 'string') continue;
    const links = new Map<string, Link>();
    const values = new Map<string, unknown>();
    for (const [name, input] of Object.entries(objectOf(field(node, 'inputs')) ?? {}).slice(0, maxInputs)) {
      const link = linkOf(input);
      if (link !== null) links.set(name, link);
      else values.set(name, input);
    }
    graph.set(id, { id, type, links, values });
  }
  return graph;
}

function linkOf(input: unknown): Link | null {
  if (!Array.isArray(input) || input.length !== 2) return null;
  const [from, slot] = input as readonly unknown[];
  return (typeof from === 'string' || typeof from === 'number') && typeof slot === 'number' ? { from: String(from), slot } : null;
}

/** A search in an untrusted graph. Visits no output twice and has a limit. */
export class Walk {
  readonly #graph: Graph;
  readonly #seen = new Set<string>();
  readonly #maxVisits: number;
  #looks = 0;

  constructor(graph: Graph, maxVisits = usualVisits) {
    this.#graph = graph;
    this.#maxVisits = maxVisits;
  }

  /** The node that a link comes from, at the first visit through this output. */
  visit(link: Link | undefined): GraphNode | null {
    const key = link === undefined ? '' : `${link.from}:${link.slot}`;
    if (link === undefined || this.#seen.has(key) || this.#seen.size >= this.#maxVisits) return null;
    this.#seen.add(key);
    return this.#graph.get(link.from) ?? null;
  }

  hasSeen(link: Link): boolean {
    return this.#seen.has(`${link.from}:${link.slot}`);
  }

  /** The node that a link comes from, at every visit, within the limit. */
  look(link: Link): GraphNode | null {
    this.#looks += 1;
    return this.#looks > this.#maxVisits ? null : (this.#graph.get(link.from) ?? null);
  }
}

/** Follows links backwards along the inputs with these names. Returns the nearest node that has what is wanted. */
export function upstream<T>(
  graph: Graph,
  from: readonly (Link | undefined)[],
  follow: (name: string) => boolean,
  find: (node: GraphNode) => T | null,
  maxVisits?: number,
): T | null {
  const walk = new Walk(graph, maxVisits);
  let level = from;
  while (level.length > 0) {
    const next: Link[] = [];
    for (const link of level) {
      const node = walk.visit(link);
      const found = node && find(node);
      if (found !== null) return found;
      for (const [name, input] of node?.links ?? []) if (follow(name)) next.push(input);
    }
    level = next;
  }
  return null;
}
