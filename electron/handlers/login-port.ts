import type { LoginState } from '../../shared/login-state.ts';

/** Opening Latent when the person signs in (electron/platform/login/login-item.ts). */
export interface LoginItem {
  state(this: void): Promise<LoginState>;
  /** Resolves to what then is. Rejects if its file cannot be written. */
  set(this: void, opens: boolean): Promise<LoginState>;
}
