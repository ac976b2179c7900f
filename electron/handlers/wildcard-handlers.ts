import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function wildcardHandlers({ wildcards }: HandlerServices): HandlersOf<'wildcards'> {
  return {
    'wildcards:folder': ({ known }) => wildcards.folder(known),
    'wildcards:read': ({ file }) => wildcards.read(file),
    'wildcards:save': ({ file, text, version }) => wildcards.save(file, text, version),
    'wildcards:rename': ({ file, to }) => wildcards.rename(file, to),
    'wildcards:remove': ({ file }) => wildcards.remove(file),
  };
}
