import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function mirrorHandlers({ mirror, mirrorAccess }: HandlerServices): HandlersOf<'mirror'> {
  return {
    async 'mirror:set'({ mirror: setting, secret }) {
      await mirrorAccess.set(setting, secret);
      return mirrorAccess.secretState();
    },
    'mirror:secret': () => mirrorAccess.secretState(),
    'mirror:test': async ({ mirror: setting, secret }) => mirror.test(await mirrorAccess.bucket(setting, secret)),
    async 'mirror:begin'() {
      mirror.begin(await mirrorAccess.bucket(null, null), false);
    },
    async 'mirror:stop'() {
      mirror.stop();
    },
  };
}
