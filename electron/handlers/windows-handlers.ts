import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function windowsHandlers({ windows }: Pick<HandlerServices, 'windows'>): HandlersOf<'windows'> {
  return {
    async 'windows:set'(wanted) {
      windows.set(wanted);
      return windows.state();
    },
    async 'windows:close'() {
      windows.close();
    },
    async 'windows:set-menus'({ menus }) {
      windows.setMenus(menus);
    },
    async 'windows:show'(picture) {
      windows.show(picture);
    },
  };
}
