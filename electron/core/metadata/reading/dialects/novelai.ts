import { field, listOf, objectOf, type JsonObject } from './json.ts';
import type { Finding } from '../picture-metadata.ts';
import { cleanText, cleanWord, countOf, numberOf, seedOf, sizeOf } from '../text.ts';

/** NovelAI: JSON in `Comment`, the prompt in `Description`, the model in `Source`. Since version 4, characters have their own prompts. */
export function readNovelAi(comment: JsonObject, description: string | null, model: string | null): Finding {
  return {
    source: 'novelai',
    prompt: captionOf(field(comment, 'v4_prompt')) ?? cleanText(field(comment, 'prompt')) ?? cleanText(description),
    negativePrompt: captionOf(field(comment, 'v4_negative_prompt')) ?? cleanText(field(comment, 'uc')),
    model: cleanWord(model),
    size: sizeOf(field(comment, 'width'), field(comment, 'height')),
    seed: seedOf(field(comment, 'seed')),
    steps: countOf(field(comment, 'steps')),
    sampler: cleanWord(field(comment, 'sampler')),
    cfgScale: numberOf(field(comment, 'scale')),
    software: 'NovelAI',
  };
}

function captionOf(prompt: unknown): string | null {
  const caption = objectOf(field(objectOf(prompt), 'caption'));
  const characters = listOf(field(caption, 'char_captions')).slice(0, 50);
  const parts = [field(caption, 'base_caption'), ...characters.map((character) => field(objectOf(character), 'char_caption'))];
  return cleanText(parts.flatMap((part) => cleanText(part) ?? []).join('\n'));
}
