import { useRef, useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { LookedUp } from '../../../shared/looked-up.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';

/** An id that a person entered, and what the service says of it. */
export interface LookUp {
  /** As it stands in the field. */
  readonly remoteId: string;
  /** Without spaces around it. */
  readonly typed: string;
  /** Whether there is an id that was not there at first. */
  readonly isNew: boolean;
  /** Null: it was not looked up yet, or is being looked up. */
  readonly found: LookedUp | null;
  readonly error: AppError | null;
  /** A call is under way. */
  readonly busy: boolean;
  enter(remoteId: string): void;
  /** Looks up what was typed, or another id. */
  lookUp(accountId: AccountId, remoteId?: string): Promise<void>;
  /** Does what the id was entered for, and shows the error if it fails. Resolves to whether it succeeded. */
  use(act: () => Promise<Result<unknown>>): Promise<boolean>;
  /** The person changes what is looked up. An answer that is still awaited says nothing about that. */
  forget(): void;
}

/** @param before the id that stands in the field at first */
export function useLookUp(before = ''): LookUp {
  const [remoteId, setRemoteId] = useState(before);
  const [found, setFound] = useState<LookedUp | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef(0);
  const forget = (): void => {
    latest.current += 1;
    setFound(null);
    setError(null);
    setBusy(false);
  };
  const run = async <Value>(act: () => Promise<Result<Value>>, done?: (value: Value) => void): Promise<boolean> => {
    const call = (latest.current += 1);
    setBusy(true);
    setError(null);
    const answer = await act();
    if (call !== latest.current) return false;
    setBusy(false);
    if (answer.ok) done?.(answer.value);
    else setError(answer.error);
    return answer.ok;
  };
  const typed = remoteId.trim();
  return {
    remoteId,
    typed,
    isNew: typed !== '' && typed !== before,
    found,
    error,
    busy,
    forget,
    enter(id) {
      setRemoteId(id);
      forget();
    },
    async lookUp(accountId, id = typed) {
      setFound(null);
      await run(() => bridge.tasksLookUp({ accountId, remoteId: id }), setFound);
    },
    use: (act) => run(act),
  };
}
