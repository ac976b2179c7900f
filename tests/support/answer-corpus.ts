import { join } from 'node:path';
import { z } from 'zod';
import { answerFileFields, bodyOf, filesIn, readAnswerFiles } from '../../electron/practice/answer-files.ts';
import { startPracticeService, type PracticeOptions, type PracticeService } from '../../electron/practice/service.ts';
import type { NamedImage } from '../../electron/core/service/answers/answered-image.ts';

/** Answers of services as files, each with what must come of it. A new oddness is a new file. */
const corpusFolder = join(import.meta.dirname, '../fixtures/answers');

const said = z.strictObject({ httpStatus: z.number().nullable(), code: z.string().nullable(), message: z.string().nullable() }).partial();

/** Fields that the outcome must have (electron/core/service/outcomes.ts). Pictures are named as `pictureName` does. */
const outcomeSchema = z
  .strictObject({
    kind: z.string(),
    remoteId: z.string(),
    moreIds: z.array(z.string()),
    images: z.array(z.string()),
    found: z.array(z.string()),
    listed: z.number(),
    keyRefused: z.boolean(),
    reason: z.string(),
    trouble: z.string(),
    retryAfterMs: z.number().nullable(),
    said,
    /** Null: none is reported. */
    reported: said.nullable(),
    facts: z.record(z.string(), z.unknown()),
  })
  .partial()
  .required({ kind: true });

const corpusSchema = z.strictObject({
  ...answerFileFields,
  outcome: outcomeSchema,
  /** What the reader did not use or repaired, if that is to be held too. */
  left: z.array(z.string()).optional(),
});

export type CorpusAnswer = z.infer<typeof corpusSchema> & { readonly name: string };

export const answerCorpus: readonly CorpusAnswer[] = Array.from(filesIn(corpusFolder, corpusSchema), ([name, answer]) => ({ name, ...answer }));

/** The answers as text, for tests that damage them. */
export const answerTexts = answerCorpus.map((answer) => ({ ...answer, text: bodyOf(answer, { id: 't', image: 'https://images.example.com/1.png' }).toString() }));

/** An address, or the first characters of an inline picture, after the position if that is not the picture's place in the list. */
export function pictureName(image: NamedImage, place: number): string {
  const name = image.kind === 'url' ? image.url : `inline:${image.base64.slice(0, 12)}`;
  return 'position' in image && image.position !== place ? `${image.position}: ${name}` : name;
}

/** Starts the practice service with the corpus: the words `[answer NAME]` in a prompt let the file of this name be the answer. */
export function startPracticeWithCorpus(options: Partial<PracticeOptions> = {}): Promise<PracticeService> {
  return startPracticeService({ dataFile: null, ...options, answers: readAnswerFiles(corpusFolder) });
}
