import type { ProxyPasswordChange, ProxyPasswordState, ProxySetting } from '../../shared/network/proxy.ts';
import { assertNever } from '../../shared/result.ts';
import type { ProxyPassword } from './proxy-password.ts';

export interface ProxySettingsDeps {
  readonly setting: () => ProxySetting;
  readonly save: (setting: ProxySetting) => void;
  readonly password: ProxyPassword;
  /** Called when requests take another route from now on. */
  readonly changed: () => void;
}

/** Sets the proxy and its password together. */
export function createProxySettings({ setting, save, password, changed }: ProxySettingsDeps) {
  return {
    /** Rejects with AppFailure `no-keyring`; then nothing was changed. */
    async set(next: ProxySetting, change: ProxyPasswordChange): Promise<void> {
      switch (change.kind) {
        case 'keep':
          break;
        case 'forget':
          password.forget();
          break;
        case 'replace':
          if (next.mode === 'manual') await password.keep(next.address, change.password, change.keeping);
          break;
        default:
          assertNever(change);
      }
      save(next);
      changed();
    },
    async passwordState(): Promise<ProxyPasswordState> {
      const current = setting();
      return current.mode === 'manual' ? password.state(current.address) : 'missing';
    },
  };
}
