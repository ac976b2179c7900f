import type { KeyKeeping } from '../../../../shared/account.ts';
import type { ProxyPasswordChange, ProxyPasswordState, ProxySetting } from '../../../../shared/proxy.ts';
import { parseProxyAddress } from '../../../../shared/proxy-address.ts';

export type ManualProxy = Extract<ProxySetting, { mode: 'manual' }>;

/** What is in the form. `keeping` is null until the person chooses, because without a keyring nothing is chosen for them. */
export interface ProxyDraft {
  readonly address: string;
  readonly username: string;
  /** Empty: the stored password stays. */
  readonly password: string;
  readonly keeping: KeyKeeping | null;
}

export function draftOf(setting: ProxySetting, keyring: 'available' | 'unavailable'): ProxyDraft {
  const { address, username } = setting.mode === 'manual' ? setting : { address: '', username: '' };
  return { address, username, password: '', keeping: keyring === 'available' ? 'protected' : null };
}

export function settingOf({ address, username }: ProxyDraft): ManualProxy {
  return { mode: 'manual', address: address.trim(), username };
}

/** A password without a user name is never sent, so it is not kept either. */
export function passwordChangeOf({ username, password, keeping }: ProxyDraft): ProxyPasswordChange {
  if (username === '') return { kind: 'forget' };
  return password === '' ? { kind: 'keep' } : { kind: 'replace', password, keeping: keeping ?? 'session' };
}

export function canSave(draft: ProxyDraft): boolean {
  return parseProxyAddress(draft.address) !== null && !draft.username.includes(':') && (passwordChangeOf(draft).kind !== 'replace' || draft.keeping !== null);
}

/** Whether a password is stored for this proxy. */
export function isKept(state: ProxyPasswordState): state is KeyKeeping {
  return state !== 'missing' && state !== 'unreadable';
}
