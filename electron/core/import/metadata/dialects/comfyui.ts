import { graphOfPrompt, upstream, type Graph, type GraphNode, type Link } from './comfyui-graph.ts';
import { wordsBehind } from './comfyui-text.ts';
import { graphOfWorkflow } from './comfyui-workflow.ts';
import type { JsonObject } from './json.ts';
import type { Finding } from '../picture-metadata.ts';
import { cleanText, cleanWord, countOf, numberOf, seedOf, sizeOf } from '../text.ts';

const modelNames = ['ckpt_name', 'unet_name', 'base_ckpt_name', 'gguf_name', 'model_name', 'model_path', 'model'];
const output = /^(?:Save|Preview)|Image ?Save|SaveImage|VHS_VideoCombine/i;

/** Limits the search for a number, because it runs at every node of another search. */
const maxPrimitiveVisits = 6;

/** Reads the graph that was run, or else the editor's. Null if no sampler in it has settings. */
export function readComfyUi(prompt: JsonObject | null, workflow: JsonObject | null): Finding | null {
  const fromPrompt = prompt === null ? null : readGraph(graphOfPrompt(prompt));
  return fromPrompt?.prompt != null || workflow === null ? fromPrompt : (readGraph(graphOfWorkflow(workflow)) ?? fromPrompt);
}

function readGraph(graph: Graph): Finding | null {
  const sampler = samplerOf(graph);
  if (sampler === null) return null;
  const guider = nodeAt(graph, sampler.links.get('guider')) ?? sampler;
  const latent = ['latent_image', 'latent', 'samples', 'optional_latent', 'image']
    .map((name) => sampler.links.get(name))
    .find(Boolean);
  const noise =
    valueOf(graph, sampler, 'seed') ?? valueOf(graph, sampler, 'noise_seed') ?? behind(graph, sampler, 'noise', 'noise_seed');
  const positive = guider.links.get('positive') ?? guider.links.get('conditioning') ?? guider.links.get('cond1');
  return {
    source: 'comfyui',
    prompt: cleanText(wordsBehind(graph, positive, 'positive') ?? typed(sampler, 'positive')),
    negativePrompt: cleanText(wordsBehind(graph, guider.links.get('negative'), 'negative') ?? typed(sampler, 'negative')),
    model: modelOf(graph, guider.links.get('model') ?? sampler.links.get('model')),
    size: sizeBehind(graph, latent),
    seed: seedOf(noise),
    steps: countOf(valueOf(graph, sampler, 'steps') ?? behind(graph, sampler, 'sigmas', 'steps')),
    sampler: cleanWord(valueOf(graph, sampler, 'sampler_name') ?? behind(graph, sampler, 'sampler', 'sampler_name')),
    cfgScale: numberOf(valueOf(graph, guider, 'cfg') ?? valueOf(graph, sampler, 'cfg')),
    software: 'ComfyUI',
  };
}

/** The sampler nearest to the saved picture, or else the first one. */
function samplerOf(graph: Graph): GraphNode | null {
  const nodes = [...graph.values()];
  const outputs = nodes.filter(({ type }) => output.test(type)).map(({ id }) => ({ from: id, slot: 0 }));
  for (const isWanted of [isSampler, isLikeSampler]) {
    const saved = upstream(
      graph,
      outputs,
      () => true,
      (node) => (isWanted(node) ? node : null),
    );
    const found = saved ?? nodes.find(isWanted);
    if (found !== undefined) return found;
  }
  return null;
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
