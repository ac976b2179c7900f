import type { ProxyPasswordChange, ProxyPasswordState, ProxySetting } from '../../shared/proxy.ts';
import { assertNever } from '../../shared/result.ts';
import type { ProxyPassword } from './proxy-password.ts';

export interface ProxySettingsDeps {
  readonly setting: () => ProxySetting;
  readonly save: (setting: ProxySetting) => void;
  readonly password: ProxyPassword;
  /** Called when requests take another route from now on. */
  readonly changed: () => void;
}

export interface ProxySettings {
  /** Rejects with AppFailure `no-keyring`; then nothing was changed. */
  set(setting: ProxySetting, change: ProxyPasswordChange): Promise<void>;
  passwordState(): Promise<ProxyPasswordState>;
}

export function createProxySettings({ setting, save, password, changed }: ProxySettingsDeps): ProxySettings {
  return {
    async set(next, change) {
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
    async passwordState() {
      const current = setting();
      return current.mode === 'manual' ? password.state(current.address) : 'missing';
    },
  };
}
