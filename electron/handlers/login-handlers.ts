import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function loginHandlers({ loginItem }: Pick<HandlerServices, 'loginItem'>): HandlersOf<'login'> {
  return {
    'login:state': loginItem.state,
    'login:set': ({ opens }) => loginItem.set(opens),
  };
}
