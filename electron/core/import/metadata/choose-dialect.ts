import type { ImportForm } from '../../../../shared/library/import.ts';
import { readA1111 } from './dialects/a1111.ts';
import { readComfyUi } from './dialects/comfyui.ts';
import { anyTime } from './dialects/dates.ts';
import { readDescription } from './dialects/description.ts';
import type { Embedded } from './embedded.ts';
import { readExif } from './containers/exif.ts';
import { readDream, readInvokeAi, readInvokeAi2 } from './dialects/invokeai.ts';
import { readIptc } from './containers/iptc.ts';
import { field, objectOf, parseObject } from './dialects/json.ts';
import { readNovelAi } from './dialects/novelai.ts';
import type { Finding, PictureMetadata, RawText } from './picture-metadata.ts';
import type { PictureRecord } from './picture-record.ts';
import { readSettings } from './dialects/settings-json.ts';
import { cleanTags, cleanText, cleanWord, countOf, numberOf, seedOf } from './text.ts';
import { readXmp } from './containers/xmp.ts';

/** Fields for a person's words, the most trusted first, and the form that a prompt from there gets. */
const wordFields: readonly (readonly [kind: string, source: ImportForm])[] = [
  ['xmp:description', 'xmp'],
  ['xmp:UserComment', 'xmp'],
  ['iptc:caption', 'iptc'],
  ['exif:UserComment', 'exif'],
  ['exif:ImageDescription', 'exif'],
  ['png:Description', 'comment'],
  ['png:Comment', 'comment'],
  // ImageMagick's spelling.
  ['png:comment', 'comment'],
  ['jpeg:comment', 'comment'],
];

const easyDiffusionKeys = ['negative_prompt', 'Negative Prompt'];

/**
 * Interprets the texts of a picture. Prompt and settings come from one form only, because a picture that several programs edited has settings of
 * all of them. The forms of generators come first, then plain descriptions.
 */
export function interpret(embedded: Embedded): PictureMetadata {
  const exif = embedded.exif.map(readExif);
  const iptc = embedded.iptc.map(readIptc);
  const xmp = readXmp(embedded.xmp);
  const captions = iptc.flatMap(({ prompt }) => (prompt == null ? [] : [{ kind: 'iptc:caption', text: prompt }]));
  const texts = [...embedded.texts, ...exif.flatMap((facts) => facts.texts), ...xmp.texts, ...captions];
  const { record } = xmp;
  const forms = [...(record === null ? [] : [ofRecord(record)]), ...generatorForms(texts)].filter(hasSettings);
  const form = forms.find(({ prompt }) => prompt != null) ?? forms[0];
  const words = form?.prompt == null ? plainWords(texts) : null;
  const settings = form ?? words;
  const catalogue = [xmp.finding, ...exif.map(({ finding }) => finding), ...iptc];
  const first = <T>(read: (finding: Finding) => T | null | undefined): T | null =>
    catalogue.map(read).find((value) => value != null) ?? null;
  const png = (name: string): string | null => textIn(texts, `png:${name}`);
  const takenAt = [...exif.map(({ finding }) => finding), xmp.finding, ...iptc]
    .map(({ createdAt }) => createdAt)
    .find((time) => time != null);
  return {
    prompt: settings?.prompt ?? words?.prompt ?? null,
    negativePrompt: settings?.negativePrompt ?? null,
    model: settings?.model ?? null,
    size: settings?.size ?? null,
    seed: settings?.seed ?? null,
    steps: settings?.steps ?? null,
    sampler: settings?.sampler ?? null,
    cfgScale: settings?.cfgScale ?? null,
    createdAt: takenAt ?? anyTime(png('Creation Time')) ?? settings?.createdAt ?? null,
    tags: cleanTags(catalogue.flatMap(({ tags }) => tags ?? [])),
    rating: first(({ rating }) => rating),
    label: xmp.finding.label ?? null,
    software: settings?.software ?? first(({ software }) => software) ?? cleanWord(png('Software')),
    source: record === null ? (settings?.source ?? catalogue.find(hasCatalogueData)?.source ?? null) : 'latent',
    record,
  };
}

/** Latent's own record comes first, because it is exactly what was requested. */
function ofRecord({ prompt, negativePrompt, model, size, seed, steps, sampler, cfgScale, software }: PictureRecord): Finding {
  return {
    source: 'latent',
    prompt: cleanText(prompt),
    negativePrompt: cleanText(negativePrompt),
    model: cleanWord(model),
    size: cleanWord(size),
    seed: seedOf(seed),
    steps: countOf(steps),
    sampler: cleanWord(sampler),
    cfgScale: numberOf(cfgScale),
    ...(software === null ? {} : { software: cleanWord(software) }),
  };
}

/** All known forms among the texts, the most trusted first. */
function generatorForms(texts: readonly RawText[]): readonly Finding[] {
  const png = (name: string): string | null => textIn(texts, `png:${name}`);
  const invokeAi = parseObject(png('invokeai_metadata'));
  const invokeAi2 = parseObject(png('sd-metadata'));
  const comment = parseObject(png('Comment'));
  const parameters = png('parameters');
  const scheme = png('fooocus_scheme') ?? textIn(texts, 'exif:MakerNote');
  const isNovelAi = png('Software') === 'NovelAI' || typeof field(comment, 'uc') === 'string';
  const settings = [parameters, textIn(texts, 'exif:UserComment')].map((text) => readStructured(text, scheme));
  return [
    invokeAi && readInvokeAi(invokeAi),
    invokeAi2 && readInvokeAi2(invokeAi2),
    readDream(png('Dream') ?? ''),
    comment && isNovelAi ? readNovelAi(comment, png('Description'), png('Source')) : null,
    ...settings,
    comfyUiOf(texts),
    easyDiffusionOf(texts),
    ...wordFields.map(([kind]) => readStructured(textIn(texts, kind), scheme)),
    // Old versions of SwarmUI wrote into the field for the camera.
    readStructured(textIn(texts, 'exif:Model'), scheme),
    // A prompt without settings has no marks.
    settings[0] !== null || parameters === null || parameters.trimStart().startsWith('{')
      ? null
      : { source: 'a1111' as const, prompt: cleanText(parameters) },
  ].filter((finding) => finding !== null);
}

/** Reads a text that is the JSON of a program's settings or has the marks of A1111. */
function readStructured(text: string | null, scheme: string | null): Finding | null {
  if (text === null) return null;
  const json = parseObject(text);
  if (json === null) return readA1111(text);
  if (typeof field(json, 'positive_prompt') === 'string') return readInvokeAi(json);
  const graph = objectOf(field(json, 'prompt'));
  const workflow = objectOf(field(json, 'workflow'));
  if (graph !== null || workflow !== null) return readComfyUi(graph, workflow);
  const isNovelAi = typeof field(json, 'uc') === 'string' && typeof field(json, 'prompt') === 'string';
  const finding = isNovelAi ? readNovelAi(json, null, null) : readSettings(json);
  return finding !== null && scheme === 'fooocus' && finding.source === 'comment' ? { ...finding, source: 'fooocus' } : finding;
}

/** The graphs of ComfyUI: texts of a PNG, or fields for the camera that begin with the graph's name. */
function comfyUiOf(texts: readonly RawText[]): Finding | null {
  const graph = (name: string): string | null => {
    const inField = texts.find(({ kind, text }) => kind.startsWith('exif:') && text.startsWith(`${name}:`));
    return textIn(texts, `png:${name}`) ?? inField?.text.slice(name.length + 1) ?? null;
  };
  const [prompt, workflow] = [parseObject(graph('prompt')), parseObject(graph('workflow'))];
  return prompt === null && workflow === null ? null : readComfyUi(prompt, workflow);
}

/** Easy Diffusion writes one text for each setting. */
function easyDiffusionOf(texts: readonly RawText[]): Finding | null {
  if (!easyDiffusionKeys.some((key) => textIn(texts, `png:${key}`) !== null)) return null;
  const entries = texts.filter(({ kind }) => kind.startsWith('png:')).map(({ kind, text }) => [kind.slice(4), text] as const);
  return readSettings(Object.fromEntries(entries));
}

function plainWords(texts: readonly RawText[]): Finding | null {
  for (const [kind, source] of wordFields) {
    const text = textIn(texts, kind);
    // JSON that no dialect understands is no description.
    const finding = text === null || parseObject(text) !== null || text.startsWith('{') ? null : readDescription(text, source);
    if (finding !== null && readA1111(text ?? '') === null) return finding;
  }
  return null;
}

function textIn(texts: readonly RawText[], kind: string): string | null {
  return texts.find((text) => text.kind === kind)?.text ?? null;
}

function hasSettings({ prompt, negativePrompt, model, seed, steps, sampler, cfgScale, size }: Finding): boolean {
  return [prompt, negativePrompt, model, seed, steps, sampler, cfgScale, size].some((value) => value != null);
}

function hasCatalogueData({ tags, rating, createdAt, prompt }: Finding): boolean {
  return (tags ?? []).length > 0 || [rating, createdAt, prompt].some((value) => value != null);
}

