import { AppFailure } from '../../../shared/errors.ts';
import type { MirrorSecretChange, MirrorSetting } from '../../../shared/mirror/mirror-setting.ts';
import type { MirrorSecretState } from '../../../shared/mirror/mirror-state.ts';
import type { BoundSecret } from '../accounts/bound-secret.ts';
import type { MirrorBucket } from './mirror.ts';

/** The bucket of the settings, with its secret, which goes in and never out. */
export interface MirrorAccess {
  /** Null: there is none any more, and the secret is deleted. A secret that is kept stays bound to the address that it was given for. */
  set(setting: MirrorSetting | null, change: MirrorSecretChange): Promise<void>;
  secretState(): Promise<MirrorSecretState>;
  /** Null: that of the settings, and the stored secret. Rejects with `mirror-not-set` or `mirror-no-secret`. */
  bucket(setting: MirrorSetting | null, secret: string | null, sessionToken?: string | null): Promise<MirrorBucket>;
}

export interface MirrorAccessDeps {
  readonly setting: () => MirrorSetting | null;
  readonly save: (setting: MirrorSetting | null) => void;
  readonly secret: BoundSecret;
  /** Called with each secret that becomes known, so that the log can leave it out. */
  readonly learned: (secret: string) => void;
}

export function createMirrorAccess({ setting: current, save, secret: stored, learned }: MirrorAccessDeps): MirrorAccess {
  return {
    async set(setting, change) {
      if (setting === null) stored.forget();
      else if (change.kind === 'replace') await stored.keep(boundTo(setting), change.secret, change.keeping);
      save(setting);
    },
    async secretState() {
      const setting = current();
      return setting === null ? 'missing' : stored.state(boundTo(setting));
    },
    async bucket(given, givenSecret, sessionToken = null) {
      const setting = given ?? current();
      if (setting === null) throw new AppFailure('mirror-not-set');
      const secret = givenSecret ?? (await stored.reveal(boundTo(setting)));
      if (secret === null) throw new AppFailure('mirror-no-secret');
      learned(secret);
      if (sessionToken !== null) learned(sessionToken);
      return { setting, secret, ...(sessionToken === null ? {} : { sessionToken }) };
    },
  };
}

/** A secret belongs to a key id at a host, and no other gets it. */
function boundTo({ endpoint, keyId }: Pick<MirrorSetting, 'endpoint' | 'keyId'>): string {
  const { origin } = new URL(endpoint);
  return `${origin}/${encodeURIComponent(keyId)}`;
}
