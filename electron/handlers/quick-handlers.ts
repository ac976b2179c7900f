import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function quickHandlers({ quick }: Pick<HandlerServices, 'quick'>): HandlersOf<'quick'> {
  return {
    'quick:take': async () => quick.take(),
    async 'quick:show'(shown) {
      quick.show(shown);
    },
  };
}
