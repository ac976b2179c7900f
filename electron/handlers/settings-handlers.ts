import { settingsSchema, type Settings } from '../../shared/settings.ts';
import type { HandlersOf } from './answer.ts';
import { withoutFolders } from './folder-handlers.ts';
import type { HandlerServices } from './handler-services.ts';

export function settingsHandlers({ settings, proxy }: HandlerServices): HandlersOf<'settings'> {
  return {
    async 'settings:update'(changed): Promise<Settings> {
      // Structured clone keeps fields whose value is undefined. They change nothing.
      const given = Object.fromEntries(Object.entries(withoutFolders(changed)).filter(([, value]) => value !== undefined));
      settings.set(settingsSchema.parse({ ...settings.get(), ...given }));
      return settings.get();
    },
    async 'settings:set-proxy'(wanted) {
      await proxy.set(wanted.proxy, wanted.password);
      return proxy.passwordState();
    },
    'settings:proxy-password': () => proxy.passwordState(),
  };
}
