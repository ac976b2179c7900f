import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Fields of an answer file (`tests/fixtures/answers`): what a service answers to one request. */
export const answerFileFields = {
  /** What it is, in one sentence. */
  about: z.string().regex(/^[A-Z].*\.$/),
  request: z.enum(['submit', 'query']),
  status: z.int().min(200).max(599).default(200),
  headers: z.record(z.string(), z.string()).default({}),
  /** In JSON, text and headers, `$ID` stands for the task's id and `$IMAGE` for the address of its first picture. */
  body: z.union([z.strictObject({ json: z.unknown() }), z.strictObject({ text: z.string() }), z.strictObject({ base64: z.base64() })]),
};

const answerFileSchema = z.object(answerFileFields);
export type AnswerFile = z.infer<typeof answerFileSchema>;

/** The answer files of a folder by their names without `.json`. */
export type AnswerFiles = ReadonlyMap<string, AnswerFile>;

/** Throws an error that names the file, if one cannot be read. */
export function readAnswerFiles(folder: string): AnswerFiles {
  return filesIn(folder, answerFileSchema);
}

/** Reads each JSON file of a folder with a schema. Throws an error that names the file. */
export function filesIn<T>(folder: string, schema: z.ZodType<T>): ReadonlyMap<string, T> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(
    names.sort().map((name) => {
      try {
        return [name.slice(0, -'.json'.length), schema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))] as const;
      } catch (error) {
        throw new Error(`${name} is no answer file: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }),
  );
}

/** What `$ID` and `$IMAGE` stand for. */
export interface Standins {
  readonly id: string;
  readonly image: string;
}

const filledIn = (text: string, { id, image }: Standins): string => text.replaceAll('$ID', id).replaceAll('$IMAGE', image);

export function bodyOf({ body }: AnswerFile, standins: Standins): Buffer {
  if ('base64' in body) return Buffer.from(body.base64, 'base64');
  return Buffer.from(filledIn('json' in body ? JSON.stringify(body.json) : body.text, standins));
}

/** The headers, with the type of JSON if the file says none. */
export function headersOf({ headers, body }: AnswerFile, standins: Standins): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => [name, filledIn(value, standins)] as const);
  return { ...('json' in body ? { 'content-type': 'application/json' } : {}), ...Object.fromEntries(given) };
}
