import type { ImportForm } from '../../../../shared/library/import.ts';
import type { Flag } from '../../../../shared/library/marks.ts';
import { readA1111 } from './dialects/a1111.ts';
import { anyTime } from './dates.ts';
import { isData, readDescription, repeatsTags } from './dialects/description.ts';
import type { Embedded } from './embedded.ts';
import { readExif } from './containers/exif.ts';
import { readDream, readInvokeAi, readInvokeAi2 } from './dialects/invokeai.ts';
import { readIptc } from './containers/iptc.ts';
import { field, parseObject } from './dialects/json.ts';
import { readNovelAi } from './dialects/novelai.ts';
import type { Finding, PictureMetadata, RawText } from './picture-metadata.ts';
import type { PictureRecord } from './picture-record.ts';
import type { Sidecar } from './sidecars.ts';
import { readSettings } from './dialects/settings-json.ts';
import { readGraphs, readSettingsFile, readStructured } from './dialects/structured-text.ts';
import { cleanTags, cleanText, cleanWord, countOf, numberOf, seedOf } from './text.ts';
import { readXmp } from './containers/xmp.ts';

/** Fields for a person's words, the most trusted first, and the form that a prompt from there gets. */
const wordFields: readonly (readonly [kind: string, source: ImportForm])[] = [
  ['xmp:description', 'xmp'],
  ['xmp:UserComment', 'xmp'],
  ['iptc:caption', 'iptc'],
  ['exif:UserComment', 'exif'],
  ['exif:ImageDescription', 'exif'],
  ['exif:XPComment', 'exif'],
  ['png:Description', 'comment'],
  ['png:Comment', 'comment'],
  // ImageMagick's spelling.
  ['png:comment', 'comment'],
  ['jpeg:comment', 'comment'],
  ['gif:comment', 'comment'],
];

const easyDiffusionKeys = ['negative_prompt', 'Negative Prompt'];

/**
 * Interprets the texts of a picture and of the files beside it. Prompt and settings come from one form only, because a picture that several programs
 * edited has settings of all of them. The forms of generators come first, then plain descriptions. For both, the picture comes before its sidecars,
 * because it was written when it was made. For ratings, labels and flags it is the other way round, because organisers that leave pictures as they are
 * write every change into the sidecar. Tags are taken from all. What a person wrote about a photo of a camera is a note, and no prompt.
 */
export function interpret(embedded: Embedded, sidecars: readonly Sidecar[] = []): PictureMetadata {
  const exif = embedded.exif.map(readExif);
  const iptc = embedded.iptc.map(readIptc);
  const [xmp, beside] = [readXmp(embedded.xmp), readXmp(sidecars.flatMap(({ kind, text }) => (kind === 'xmp' ? [text] : [])))];
  const captions = iptc.flatMap(({ prompt }) => (prompt == null ? [] : [{ kind: 'iptc:caption', text: prompt }]));
  const texts = [...embedded.texts, ...exif.flatMap((facts) => facts.texts), ...xmp.texts, ...captions];
  const record = xmp.record ?? beside.record;
  const found = [
    ...(record === null ? [] : [ofRecord(record)]),
    ...generatorForms(texts),
    ...generatorForms(beside.texts),
    ...sidecars.flatMap(({ kind, text }) => (kind === 'settings' ? (readSettingsFile(text) ?? []) : [])),
  ];
  const forms = found.filter(hasSettings);
  const form = forms.find(({ prompt }) => prompt != null) ?? forms[0];
  const embeddedFindings = [xmp.finding, ...exif.map(({ finding }) => finding), ...iptc];
  const catalogue = [...embeddedFindings, beside.finding];
  const tags = cleanTags(catalogue.flatMap((finding) => finding.tags ?? []));
  const plain = form?.prompt == null && record === null ? (plainWords(texts, tags) ?? plainWords(beside.texts, tags)) : null;
  const isNote = plain !== null && plain.source !== 'midjourney' && (xmp.isPhoto || beside.isPhoto || exif.some(({ isPhoto }) => isPhoto));
  const words = isNote ? null : plain;
  const settings = form ?? words;
  const png = (name: string): string | null => textIn(texts, `png:${name}`);
  const mark = <T>(read: (finding: Finding) => T | null | undefined): T | null => firstOf([beside.finding, ...embeddedFindings], read);
  const takenAt = firstOf([...exif.map(({ finding }) => finding), xmp.finding, ...iptc, beside.finding], ({ createdAt }) => createdAt);
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
    note: isNote ? (plain.prompt ?? null) : null,
    tags,
    // Some programs write 0 for every picture that has no rating yet.
    rating: mark(({ rating }) => rating || null) ?? mark(({ rating }) => rating),
    label: mark(({ label }) => label),
    flag: flagIn(beside.finding, embeddedFindings),
    software: settings?.software ?? firstOf(embeddedFindings, ({ software }) => software) ?? cleanWord(png('Software')),
    source: record === null ? (settings?.source ?? catalogue.find(hasCatalogueData)?.source ?? null) : 'latent',
    record,
  };
}

/** A rating in the sidecar means that the picture is no longer rejected. */
function flagIn(beside: Finding, embedded: readonly Finding[]): Flag | null {
  const own = firstOf(embedded, ({ flag }) => flag);
  return beside.flag ?? (own === 'reject' && (beside.rating ?? 0) > 0 ? null : own);
}

function firstOf<T>(findings: readonly Finding[], read: (finding: Finding) => T | null | undefined): T | null {
  return findings.map(read).find((value) => value != null) ?? null;
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
  // Draw Things writes JSON into the comment of XMP, and a summary of it into the description.
  const settings = [parameters, textIn(texts, 'exif:UserComment'), textIn(texts, 'xmp:UserComment')].map((text) => readStructured(text, scheme));
  return [
    invokeAi && readInvokeAi(invokeAi),
    invokeAi2 && readInvokeAi2(invokeAi2),
    readDream(png('Dream') ?? ''),
    comment && isNovelAi ? readNovelAi(comment, png('Description'), png('Source')) : null,
    ...settings,
    readGraphs(texts),
    easyDiffusionOf(texts),
    ...wordFields.map(([kind]) => readStructured(textIn(texts, kind), scheme)),
    // Old versions of SwarmUI wrote into the field for the camera.
    readStructured(textIn(texts, 'exif:Model'), scheme),
    // A prompt without settings has no marks.
    settings[0] !== null || parameters === null || isData(parameters)
      ? null
      : { source: 'a1111' as const, prompt: cleanText(parameters) },
  ].filter((finding) => finding !== null);
}

/** Easy Diffusion writes one text for each setting. */
function easyDiffusionOf(texts: readonly RawText[]): Finding | null {
  if (!easyDiffusionKeys.some((key) => textIn(texts, `png:${key}`) !== null)) return null;
  const entries = texts.filter(({ kind }) => kind.startsWith('png:')).map(({ kind, text }) => [kind.slice(4), text] as const);
  return readSettings(Object.fromEntries(entries));
}

function plainWords(texts: readonly RawText[], tags: readonly string[]): Finding | null {
  for (const [kind, source] of wordFields) {
    const text = textIn(texts, kind);
    // JSON that no dialect understands is no description, and neither are the marks of a dialect.
    if (text === null || isData(text) || parseObject(text) !== null || readA1111(text) !== null || repeatsTags(text, tags)) continue;
    const finding = readDescription(text, source);
    if (finding !== null) return finding;
  }
  return null;
}

function textIn(texts: readonly RawText[], kind: string): string | null {
  return texts.find((text) => text.kind === kind)?.text ?? null;
}

function hasSettings({ prompt, negativePrompt, model, seed, steps, sampler, cfgScale, size }: Finding): boolean {
  return [prompt, negativePrompt, model, seed, steps, sampler, cfgScale, size].some((value) => value != null);
}

function hasCatalogueData({ tags, rating, label, flag, createdAt, prompt }: Finding): boolean {
  return (tags ?? []).length > 0 || [rating, label, flag, createdAt, prompt].some((value) => value != null);
}

