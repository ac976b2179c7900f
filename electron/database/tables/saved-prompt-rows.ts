import { z } from 'zod';
import type { PutPrompts, SavedPromptStore } from '../../core/library/stores/prompt-store.ts';
import { savedPromptLimits } from '../../../shared/input-limits.ts';
import { savedPrompt, type SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import type { Synchronous } from '../client/database-contract.ts';
import type { Connection } from '../sqlite/statements.ts';
import type { Readers } from './row-readers.ts';
import type { Row } from './tasks/task-rows.ts';

const row = z.object({ id: z.int(), folder: z.string(), title: z.string(), prompt: z.string(), choices: z.string().nullable(), snippet: z.string().nullable(), image: z.int().nullable(), created_at: z.int() });

/** A picture, unless it was removed. Removed pictures keep their rows. */
const kept = (image: string): string => `(SELECT images.id FROM images WHERE images.id = ${image} AND images.status = 'kept')`;

const put = `INSERT INTO saved_prompts (id, folder, title, prompt, choices, snippet, image, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ${kept('?')}, ?)
  ON CONFLICT (id) DO UPDATE SET folder = excluded.folder, title = excluded.title, prompt = excluded.prompt, choices = excluded.choices,
    snippet = excluded.snippet, image = excluded.image, created_at = excluded.created_at`;

const withIds = 'id IN (SELECT value FROM json_each(?))';

export function createSavedPromptRows({ sql, transaction }: Connection): Synchronous<SavedPromptStore> {
  const isTaken = (snippet: string, id: number): boolean => sql('SELECT 1 FROM saved_prompts WHERE snippet = ? AND id <> ?').get(snippet, id) !== undefined;
  const write = (prompts: readonly SavedPrompt[]): void => {
    // Prompts that are written in one call may exchange their snippet words.
    sql(`UPDATE saved_prompts SET snippet = NULL WHERE ${withIds}`).run(JSON.stringify(prompts.map(({ id }) => id)));
    for (const { id, folder, title, prompt, choices, snippet, imageId, savedAt } of prompts) {
      if (snippet !== null && isTaken(snippet, id)) throw new Refused('snippet-taken');
      sql(put).run(id, folder, title, prompt, choices && JSON.stringify(choices), snippet, imageId, Math.round(savedAt));
    }
    if (Number(sql('SELECT count(*) AS n FROM saved_prompts').get()?.['n']) > savedPromptLimits.prompts) throw new Refused('too-many-prompts');
  };
  return {
    putPrompts(prompts) {
      try {
        transaction(() => write(prompts));
        return 'saved';
      } catch (error) {
        if (error instanceof Refused) return error.why;
        throw error;
      }
    },
    removePrompts: (ids) =>
      transaction(() => {
        sql(`DELETE FROM saved_prompts WHERE ${withIds}`).run(JSON.stringify(ids));
      }),
  };
}

/** Thrown to roll the transaction back, so that nothing is changed. */
class Refused extends Error {
  readonly why: Exclude<PutPrompts, 'saved'>;

  constructor(why: Refused['why']) {
    super(why);
    this.why = why;
  }
}

/** Prompts read in one statement. */
const step = 50;

const readByIds = `SELECT saved_prompts.id AS id, folder, title, prompt, choices, snippet, ${kept('saved_prompts.image')} AS image, created_at
  FROM json_each(?) JOIN saved_prompts ON saved_prompts.id = json_each.value ORDER BY json_each.key`;

/** Reads all saved prompts, sorted by folder and title, or those with these ids. Works in steps, because they may have more than 16 MB. */
export function savedPrompts({ sql }: Connection, readers: Readers, wanted: readonly number[] | null = null): readonly SavedPrompt[] {
  const ids = wanted ?? sql('SELECT id FROM saved_prompts ORDER BY folder COLLATE NOCASE, title COLLATE NOCASE, id').all().map(({ id }) => Number(id));
  const found: SavedPrompt[] = [];
  for (let at = 0; at < ids.length; at += step) {
    const rows = sql(readByIds).all(JSON.stringify(ids.slice(at, at + step)));
    found.push(...rows.flatMap((each) => readers.orReport(each, rowToSavedPrompt) ?? []));
  }
  return found;
}

function rowToSavedPrompt(found: Row): SavedPrompt {
  const { choices, image, created_at, ...rest } = row.parse(found);
  return savedPrompt.parse({ ...rest, choices: choices === null ? null : JSON.parse(choices), imageId: image, savedAt: created_at });
}
