import { compareVersions } from '../../shared/updates/release.ts';
import type { RunningNews } from '../../shared/updates/update-state.ts';
import { errorFacts } from '../core/log/log.ts';
import type { NewsControl } from '../handlers/updates-port.ts';
import type { Host } from './host.ts';
import type { EarlyParts } from './start-early.ts';

type NewsHost = Pick<Host, 'version'> & { readonly appLog: { readonly log: Pick<Host['appLog']['log'], 'warn'> } };
type NewsParts = { readonly stores: Pick<EarlyParts['stores'], 'viewState'> } & Pick<EarlyParts, 'changes'>;

/**
 * Whether an older Latent used the profile before, whichever way the newer one came, and whether the person was told. A profile that is used for the first time has
 * no news.
 */
export function composeNews({ version, appLog }: NewsHost, { stores: { viewState }, changes }: NewsParts): NewsControl {
  const note = (news: RunningNews | null): void => {
    try {
      viewState.set({ ...viewState.get(), ran: version, news });
    } catch (error) {
      // The person may be told once more.
      appLog.log.warn('app', 'the version that runs was not noted', errorFacts(error));
    }
  };
  const { ran } = viewState.get();
  if (ran !== version) note(ran !== null && compareVersions(version, ran) > 0 ? { version, isTold: false } : null);
  return {
    news: () => viewState.get().news,
    newsTold() {
      const { news } = viewState.get();
      if (news === null || news.isTold) return;
      note({ ...news, isTold: true });
      changes.publish({ kind: 'news', news: viewState.get().news });
    },
  };
}
