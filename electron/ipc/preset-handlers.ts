import { AppFailure } from '../../shared/errors.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function presetHandlers({ repository }: HandlerServices): HandlersOf<'presets'> {
  return {
    'presets:list': () => repository.presets(),
    async 'presets:save'({ name, choices, savedAt }) {
      if (!(await repository.savePreset(name, choices, savedAt ?? Date.now()))) throw new AppFailure('too-many-presets');
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
