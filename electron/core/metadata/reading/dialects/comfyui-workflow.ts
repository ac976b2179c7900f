import { maxInputs, maxNodes, type Graph, type GraphNode, type Link } from './comfyui-graph.ts';
import { field, listOf, objectOf, type JsonObject } from './json.ts';

const maxLinks = 20_000;

/** The order in which the usual nodes store their values. An empty name is skipped. */
const widgets: ReadonlyMap<string, readonly string[]> = new Map([
  ['KSampler', ['seed', '', 'steps', 'cfg', 'sampler_name', 'scheduler', 'denoise']],
  ['KSamplerAdvanced', ['add_noise', 'noise_seed', '', 'steps', 'cfg', 'sampler_name', 'scheduler']],
  ['SamplerCustom', ['add_noise', 'noise_seed', '', 'cfg']],
  ['CheckpointLoaderSimple', ['ckpt_name']],
  ['CheckpointLoader', ['config_name', 'ckpt_name']],
  ['UNETLoader', ['unet_name']],
  ['UnetLoaderGGUF', ['unet_name']],
  ['CLIPTextEncode', ['text']],
  ['CLIPTextEncodeFlux', ['clip_l', 't5xxl', 'guidance']],
  ['CLIPTextEncodeSDXL', ['width', 'height', 'crop_w', 'crop_h', 'target_width', 'target_height', 'text_g', 'text_l']],
  ['EmptyLatentImage', ['width', 'height']],
  ['EmptySD3LatentImage', ['width', 'height']],
  ['RandomNoise', ['noise_seed']],
  ['KSamplerSelect', ['sampler_name']],
  ['BasicScheduler', ['scheduler', 'steps', 'denoise']],
  ['CFGGuider', ['cfg']],
  ['PrimitiveNode', ['value']],
  ['PrimitiveString', ['value']],
  ['PrimitiveStringMultiline', ['value']],
  ['PrimitiveInt', ['value']],
  ['StringConcatenate', ['string_a', 'string_b', 'delimiter']],
]);

/** The editor replaces it by one of its words when the graph is run. */
const choice = /(?<!\\)\{[^{}]*\|[^{}]*\}/;
const muted = 2;
/** Passes its inputs on, in an order that depends on their types. */
const bypassed = 4;

/** ComfyUI's `workflow`, the editor's nodes and links. Muted nodes and notes are skipped. */
export function graphOfWorkflow(workflow: JsonObject): Graph {
  const graph = new Map<string, GraphNode>();
  const sources = linksOf(listOf(field(workflow, 'links')));
  for (const value of listOf(field(workflow, 'nodes')).slice(0, maxNodes)) {
    const node = objectOf(value);
    const id = field(node, 'id');
    const type = field(node, 'type');
    const mode = field(node, 'mode');
    if ((typeof id !== 'number' && typeof id !== 'string') || typeof type !== 'string' || mode === muted || type.endsWith('Note'))
      continue;
    const links = new Map<string, Link>();
    for (const [index, input] of listOf(field(node, 'inputs')).slice(0, maxInputs).entries()) {
      const name = field(objectOf(input), 'name');
      const source = sources.get(field(objectOf(input), 'link'));
      // The input of a reroute node has no name.
      if (source !== undefined) links.set(typeof name === 'string' && name !== '' ? name : `input${index}`, source);
    }
    if (mode === bypassed) {
      if (links.has('positive')) links.clear();
      graph.set(String(id), { id: String(id), type: '', links, values: new Map() });
      continue;
    }
    const typed = typedIn(type, field(node, 'widgets_values'));
    graph.set(String(id), { id: String(id), type, links, values: new Map([...typed].filter(([name, text]) => !links.has(name) && !isChoice(text))) });
  }
  return graph;
}

/** The origin of each link, by the link's number: `[line, node, output, node, input, type]`, or an object with names. */
function linksOf(links: readonly unknown[]): ReadonlyMap<unknown, Link> {
  const sources = new Map<unknown, Link>();
  for (const link of links.slice(0, maxLinks)) {
    const object = objectOf(link);
    const [id, from, slot] =
      object === null ? listOf(link) : [field(object, 'id'), field(object, 'origin_id'), field(object, 'origin_slot')];
    if (typeof from === 'number' || typeof from === 'string')
      sources.set(id, { from: String(from), slot: typeof slot === 'number' ? slot : 0 });
  }
  return sources;
}

function typedIn(type: string, typed: unknown): ReadonlyMap<string, unknown> {
  const object = objectOf(typed);
  if (object !== null) return new Map(Object.entries(object).slice(0, maxInputs));
  const values = listOf(typed);
  const names = widgets.get(type);
  if (names !== undefined) return new Map(names.flatMap((name, index) => (name === '' ? [] : [[name, values[index]] as const])));
  // Nobody knows the names of the others, but a single text needs none.
  return values.length === 1 ? new Map([['text', values[0]]]) : new Map();
}

function isChoice(value: unknown): boolean {
  return typeof value === 'string' && choice.test(value);
}
