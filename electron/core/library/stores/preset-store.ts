import type { Preset, PresetChoices } from '../../../../shared/prompts/preset.ts';
import type { EpochMs } from '../../../../shared/task.ts';

/** Presets on disk. */
export interface PresetStore {
  /** By name. */
  presets(): Promise<readonly Preset[]>;
  /** Saves a preset. An existing preset with this name is replaced. False: there are as many as Latent keeps and none has this name, and nothing was changed. */
  savePreset(name: string, choices: PresetChoices, at: EpochMs): Promise<boolean>;
  /** False: another preset has that name, and nothing was changed. */
  renamePreset(id: number, name: string): Promise<boolean>;
  removePreset(id: number): Promise<void>;
}
