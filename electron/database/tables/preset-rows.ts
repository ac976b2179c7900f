import { z } from 'zod';
import { mostPresets, presetChoices, type Preset } from '../../../shared/prompts/preset.ts';
import type { PresetStore } from '../../core/library/stores/preset-store.ts';
import type { Synchronous } from '../client/database-contract.ts';
import type { Connection } from '../sqlite/statements.ts';
import type { Readers } from './row-readers.ts';
import type { Row } from './tasks/task-rows.ts';

const presetRow = z.object({ id: z.int(), name: z.string(), choices: z.string(), created_at: z.int() });

export function createPresetRows({ sql, transaction }: Connection, readers: Readers): Synchronous<PresetStore> {
  const presets = (): readonly Preset[] =>
    sql('SELECT id, name, choices, created_at FROM presets ORDER BY name COLLATE NOCASE, id')
      .all()
      .flatMap((row) => readers.orReport(row, rowToPreset) ?? []);
  return {
    presets,
    savePreset: (name, choices, at) =>
      transaction(() => {
        const known = presets();
        if (known.length >= mostPresets && known.every((preset) => preset.name !== name)) return false;
        sql('INSERT INTO presets (name, choices, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET choices = excluded.choices').run(name, JSON.stringify(choices), Math.round(at));
        return true;
      }),
    renamePreset: (id, name) =>
      transaction(() => {
        const taken = sql('SELECT 1 FROM presets WHERE name = ? AND id <> ?').get(name, id) !== undefined;
        if (!taken) sql('UPDATE presets SET name = ? WHERE id = ?').run(name, id);
        return !taken;
      }),
    removePreset: (id) =>
      transaction(() => {
        sql('DELETE FROM presets WHERE id = ?').run(id);
      }),
  };
}

function rowToPreset(row: Row): Preset {
  const { id, name, choices, created_at } = presetRow.parse(row);
  return { id, name, choices: presetChoices.parse(JSON.parse(choices)), savedAt: created_at };
}
