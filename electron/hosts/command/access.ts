import { setTimeout as wait } from 'node:timers/promises';
import { AppFailure } from '../../../shared/errors.ts';
import type { Change, ChangeBatch } from '../../../shared/ipc/api.ts';
import type { AnyChannel, AnyInput, AnyOutputs } from '../../../shared/ipc/programs.ts';
import { isRepeated, needsEngine } from '../../socket/open-channels.ts';
import { Disconnected } from '../../socket/socket-client.ts';
import type { NodeOptions } from '../node/node-host.ts';
import { becomeOwner, findOwner, type ProfileOwner } from './profile-owner.ts';

/** The Latent of a profile, whichever process runs its engine. */
export interface Access {
  /**
   * Answers as the handler does, or throws its AppError as AppFailure. If the owner ends before it has answered, whoever owns the profile next gets the call again
   * if it means the same when it is made twice (open-channels.ts). Otherwise rejects with `owner-ended`.
   */
  call<C extends AnyChannel>(channel: C, input: AnyInput<C>): Promise<AnyOutputs[C]>;
  /** From now on the engine runs, here or in the owner, whoever that is: what is open goes on. A call that needs the engine does the same. */
  goOn(): Promise<void>;
  /** Whether the engine runs in this process, and so ends with it. */
  isOwner(): boolean;
  /** Resolves when nothing is open here any more. A POST under way gets its answer first. */
  close(): Promise<void>;
}

/** Milliseconds for which another process may have the profile and not answer: it starts, or waits for the answers to its POSTs before it ends. */
const patience = 150_000;
/** Milliseconds after which the person is told that another process is waited for. */
const untilTold = 2_000;
/** Owners that may end during one call. If the call itself ends them, somebody must stop. */
const mostOwners = 20;

/**
 * Reaches the running Latent of a profile, or else takes the profile's lock and is the owner itself, for others to reach. When the owner ends, also because this
 * process hands the profile over to an app, this goes on with the next one. Rejects with `profile-in-use` if another process has the profile and does not
 * answer, and with `other-version` if it is another version of Latent.
 *
 * @param changed hears of the changes, whoever makes them. Those between two owners are not told
 * @param waits called once if another process is waited for
 */
export async function openAccess(options: Omit<NodeOptions, 'send'>, changed: (change: Change) => void, waits: () => void = () => undefined): Promise<Access> {
  const follow = ({ changes }: ChangeBatch): void => changes.forEach(changed);
  let owner: Promise<ProfileOwner> | null = null;
  let isOwner = false;
  let isClosed = false;
  let goesOn = false;

  const find = async (): Promise<ProfileOwner> => {
    let told = false;
    for (const since = performance.now(); !isClosed; ) {
      const found = (await findOwner(options.userData, options.version, follow)) ?? (await becomeOwner(options, follow));
      if (found !== null && (!goesOn || (await goesOnWith(found)))) return found;
      const waited = performance.now() - since;
      if (waited > patience) throw new AppFailure('profile-in-use', options.userData);
      if (waited > untilTold && !told) {
        told = true;
        waits();
      }
      // Several may wait.
      await wait(50 + Math.random() * 100);
    }
    throw new Disconnected('closed');
  };

  /** Finds an owner, and the next one whenever that one ends. */
  const search = (): Promise<ProfileOwner> => {
    const searching = find();
    owner = searching;
    const followIt = async (found: ProfileOwner): Promise<void> => {
      isOwner = found.isHere;
      await found.ended;
      isOwner = false;
      if (owner === searching) owner = null;
      if (!isClosed) void search();
    };
    searching.then(followIt, () => {
      // The next call looks again.
      if (owner === searching) owner = null;
    });
    return searching;
  };

  const withOwner = async <T>(mayRepeat: boolean, what: string, act: (found: ProfileOwner) => Promise<T>): Promise<T> => {
    for (let owners = 1; ; owners += 1) {
      const found = await (owner ?? search());
      try {
        return await act(found);
      } catch (error) {
        if (!(error instanceof Disconnected)) throw error;
        if (isClosed || !mayRepeat || owners === mostOwners) throw new AppFailure('owner-ended', what);
        await found.ended;
      }
    }
  };

  await search();
  return {
    async call<C extends AnyChannel>(channel: C, input: AnyInput<C>): Promise<AnyOutputs[C]> {
      goesOn ||= needsEngine(channel);
      const result = await withOwner(isRepeated(channel), channel, (found) => found.call(channel, input));
      if (result.ok) return result.value;
      throw new AppFailure(result.error.code, result.error.detail);
    },
    goOn() {
      goesOn = true;
      return withOwner(true, 'go-on', (found) => found.goOn());
    },
    isOwner: () => isOwner,
    async close() {
      isClosed = true;
      await (await owner?.catch(() => null))?.close();
    },
  };
}

/** False if it has ended meanwhile. */
async function goesOnWith(owner: ProfileOwner): Promise<boolean> {
  try {
    await owner.goOn();
    return true;
  } catch (error) {
    if (error instanceof Disconnected) return false;
    await owner.close();
    throw error;
  }
}
