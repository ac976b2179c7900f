import { AppFailure } from '../../shared/errors.ts';
import type { HandlersOf } from './answer.ts';
import type { HandlerServices } from './handler-services.ts';

export function updateHandlers({ updates, news, desktop }: Pick<HandlerServices, 'updates' | 'news' | 'desktop'>): HandlersOf<'updates'> {
  return {
    async 'updates:check'() {
      // It may take as long as a download.
      void updates.check();
    },
    async 'updates:restart'() {
      updates.restart();
    },
    async 'updates:open-page'() {
      const page = updates.state()?.found?.release.page ?? null;
      // A signed feed named it, and not the page of the window, so that nobody need be asked.
      if (page === null || !(await desktop.openPage(page))) throw new AppFailure('browser-failed');
    },
    async 'updates:news-told'() {
      news.newsTold();
    },
  };
}
