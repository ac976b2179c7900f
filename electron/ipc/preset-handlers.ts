import { AppFailure } from '../../shared/errors.ts';
import { mostPresets } from '../../shared/prompts/preset.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function presetHandlers({ repository }: HandlerServices): HandlersOf<'presets'> {
  return {
    'presets:list': () => repository.presets(),
    async 'presets:save'({ name, choices, savedAt }) {
      const presets = await repository.presets();
      if (presets.length >= mostPresets && presets.every((preset) => preset.name !== name)) throw new AppFailure('too-many-presets');
      await repository.savePreset(name, choices, savedAt ?? Date.now());
      return repository.presets();
    },
    async 'presets:rename'({ id, name }) {
      if (!(await repository.renamePreset(id, name))) throw new AppFailure('name-taken');
      return repository.presets();
    },
    async 'presets:remove'({ id }) {
      await repository.removePreset(id);
      return repository.presets();
    },
  };
}
