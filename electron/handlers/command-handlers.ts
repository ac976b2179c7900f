import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function commandHandlers({ commandInstaller }: Pick<HandlerServices, 'commandInstaller'>): HandlersOf<'command'> {
  return {
    'command:state': commandInstaller.state,
    'command:install': commandInstaller.install,
    'command:remove': commandInstaller.remove,
  };
}
