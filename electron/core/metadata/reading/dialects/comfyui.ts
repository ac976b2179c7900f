import { graphOfPrompt, upstream, type Graph, type GraphNode, type Link } from './comfyui-graph.ts';
import { wordsBehind, type Side } from './comfyui-text.ts';
import { graphOfWorkflow } from './comfyui-workflow.ts';
import type { JsonObject } from './json.ts';
import type { Finding } from '../picture-metadata.ts';
import { cleanText, cleanWord, countOf, numberOf, seedOf, sizeOf } from '../text.ts';

const modelNames = ['ckpt_name', 'unet_name', 'base_ckpt_name', 'gguf_name', 'model_name', 'model_path', 'model'];
const saving = /^Save|Image ?Save|SaveImage|VHS_VideoCombine/i;
const showing = /^Preview/i;
const maxSamplers = 20;

/** Limits the search for a number, because it runs at every node of another search. */
const maxPrimitiveVisits = 6;

/**
 * Reads the graph that was run, or else the editor's. Null if no sampler in it has settings, or if it made several pictures with different words,
 * because a picture does not say which of them it is. The prompt is null unless it is certain which text went into the picture.
 */
export function readComfyUi(prompt: JsonObject | null, workflow: JsonObject | null): Finding | null {
  const fromPrompt = prompt === null ? null : readGraph(graphOfPrompt(prompt));
  return fromPrompt !== null || workflow === null ? fromPrompt : readGraph(graphOfWorkflow(workflow));
}

function readGraph(graph: Graph): Finding | null {
  const samplers = samplersOf(graph);
  const [sampler] = samplers;
  const words = samplers.map((one) => ({ prompt: sideOf(graph, one, 'positive'), negativePrompt: sideOf(graph, one, 'negative') }));
  const prompts = [...new Set(words.map((sides) => sides.prompt))];
  if (sampler === undefined || prompts.filter((prompt) => prompt !== null).length > 1) return null;
  const negatives = [...new Set(words.map((sides) => sides.negativePrompt))];
  const guider = guiderOf(graph, sampler);
  const latent = ['latent_image', 'latent', 'samples', 'optional_latent', 'image']
    .map((name) => sampler.links.get(name))
    .find(Boolean);
  const noise =
    valueOf(graph, sampler, 'seed') ?? valueOf(graph, sampler, 'noise_seed') ?? behind(graph, sampler, 'noise', 'noise_seed');
  return {
    source: 'comfyui',
    prompt: prompts.length === 1 ? (prompts[0] ?? null) : null,
    negativePrompt: negatives.length === 1 ? (negatives[0] ?? null) : null,
    model: modelOf(graph, guider.links.get('model') ?? sampler.links.get('model')),
    size: sizeBehind(graph, latent),
    seed: seedOf(noise),
    steps: countOf(valueOf(graph, sampler, 'steps') ?? behind(graph, sampler, 'sigmas', 'steps')),
    sampler: cleanWord(valueOf(graph, sampler, 'sampler_name') ?? behind(graph, sampler, 'sampler', 'sampler_name')),
    cfgScale: numberOf(valueOf(graph, guider, 'cfg') ?? valueOf(graph, sampler, 'cfg')),
    software: 'ComfyUI',
  };
}

function sideOf(graph: Graph, sampler: GraphNode, side: Side): string | null {
  const { links } = guiderOf(graph, sampler);
  const link = side === 'positive' ? (links.get('positive') ?? links.get('conditioning') ?? links.get('cond1')) : links.get('negative');
  return cleanText(wordsBehind(graph, link, side) ?? typed(sampler, side));
}

function guiderOf(graph: Graph, sampler: GraphNode): GraphNode {
  return nodeAt(graph, sampler.links.get('guider')) ?? sampler;
}

/** The samplers behind saved pictures, the nearest to them first. If no picture is saved, those behind shown ones, or else all. */
function samplersOf(graph: Graph): readonly GraphNode[] {
  const nodes = [...graph.values()];
  const behindNodes = (isOutput: RegExp, isWanted: (node: GraphNode) => boolean): readonly GraphNode[] => {
    const found: GraphNode[] = [];
    const outputs = nodes.filter(({ type }) => isOutput.test(type)).map(({ id }) => ({ from: id, slot: 0 }));
    upstream(graph, outputs, () => true, (node) => {
      if (isWanted(node) && !found.includes(node)) found.push(node);
      return found.length < maxSamplers ? null : true;
    });
    return found;
  };
  for (const isWanted of [isSampler, isLikeSampler]) {
    const found = [behindNodes(saving, isWanted), behindNodes(showing, isWanted), nodes.filter(isWanted).slice(0, maxSamplers)].find((some) => some.length > 0);
    if (found !== undefined) return found;
  }
  return [];
}

function isSampler({ type, links }: GraphNode): boolean {
  return /sampler/i.test(type) && (links.has('positive') || links.has('guider') || links.has('conditioning'));
}

/** Nodes that sample, under whatever name an extension gives them. */
function isLikeSampler({ links, values }: GraphNode): boolean {
  const hasSeed = ['seed', 'noise_seed'].some((name) => links.has(name) || values.has(name));
  return (links.has('positive') || values.has('positive')) && hasSeed;
}

function nodeAt(graph: Graph, link: Link | undefined): GraphNode | null {
  return link === undefined ? null : (graph.get(link.from) ?? null);
}

function typed(node: GraphNode, name: string): string | null {
  const value = node.values.get(name);
  return typeof value === 'string' ? value : null;
}

/** The value of a node's input, typed there or in a node before it. */
function valueOf(graph: Graph, node: GraphNode, name: string): unknown {
  if (node.values.has(name)) return node.values.get(name);
  return upstream(
    graph,
    [node.links.get(name)],
    () => true,
    (found) => primitiveOf(found, name),
    maxPrimitiveVisits,
  );
}

function primitiveOf({ values }: GraphNode, name: string): unknown {
  for (const candidate of [name, 'value', 'seed', 'noise_seed', 'int', 'number', 'Number', 'Value', 'float', 'text']) {
    const value = values.get(candidate);
    if (typeof value === 'number' || typeof value === 'string') return value;
  }
  return null;
}

/** An input of a node before another one: the noise, the schedule or the choice of a sampler. */
function behind(graph: Graph, node: GraphNode, input: string, name: string): unknown {
  const holder = upstream(
    graph,
    [node.links.get(input)],
    (link) => link !== 'model',
    (found) => (found.values.has(name) || found.links.has(name) ? found : null),
  );
  return holder === null ? null : valueOf(graph, holder, name);
}

function modelOf(graph: Graph, link: Link | undefined): string | null {
  const nameIn = ({ values }: GraphNode): string | null =>
    cleanWord(modelNames.map((name) => values.get(name)).find((value) => typeof value === 'string' && value !== ''));
  return upstream(graph, [link], (name) => !/clip|vae|positive|negative|image/i.test(name), nameIn);
}

function sizeBehind(graph: Graph, link: Link | undefined): string | null {
  return upstream(
    graph,
    [link],
    (name) => !/model|positive|negative|vae|clip/i.test(name),
    (node) => {
      const width = valueOf(graph, node, 'width');
      return width == null ? null : sizeOf(width, valueOf(graph, node, 'height'));
    },
  );
}
