import { homedir, release } from 'node:os';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import { restoreProfile, type RestoreWanted } from '../../compose/restore-profile.ts';
import { openAppLog } from '../../core/log/app-log.ts';
import { createSystemClock } from '../../core/util/system-clock.ts';
import { releaseInstanceLock, takeInstanceLock, windowIsWaiting } from '../../platform/process/instance-lock.ts';
import { saveWhole } from '../../platform/stores/json-store.ts';
import { createKeyringSecrets } from './keyring-secrets.ts';
import type { NodeOptions } from './node-host.ts';

/** Restores a profile in plain Node, without an engine. Rejects with `profile-in-use` if Latent runs on it, and otherwise as `restoreProfile` does. */
export async function restoreOnNode({ userData, version, picturesFolder = path.join(homedir(), 'Pictures'), lockPatience = 2_000 }: Pick<NodeOptions, 'userData' | 'version' | 'picturesFolder' | 'lockPatience'>, wanted: RestoreWanted): Promise<Awaited<ReturnType<typeof restoreProfile>>> {
  if (windowIsWaiting(userData) || takeInstanceLock(userData, lockPatience) === 'theirs') throw new AppFailure('profile-in-use', userData);
  const appLog = openAppLog(path.join(userData, 'logs'), process.stderr);
  try {
    return await restoreProfile(
      {
        userData,
        versions: () => ({ latent: version, node: process.versions.node, system: `${process.platform} ${release()} ${process.arch}` }),
        appLog,
        clock: createSystemClock(),
        picturesFolder: () => picturesFolder,
        save: saveWhole,
        secrets: createKeyringSecrets(),
        systemProxy: () => Promise.resolve('DIRECT'),
      },
      wanted,
    );
  } finally {
    await appLog.flush();
    releaseInstanceLock(userData);
  }
}
