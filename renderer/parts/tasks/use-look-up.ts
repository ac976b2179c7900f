import { useRef, useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { LookedUp } from '../../../shared/looked-up.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';

/** An id that a person entered, and what the service says of it. */
export interface LookUp {
  /** Null: it was not looked up yet, or is being looked up. */
  readonly found: LookedUp | null;
  readonly error: AppError | null;
  /** A call is under way. */
  readonly busy: boolean;
  lookUp(accountId: AccountId, remoteId: string): Promise<void>;
  /** Does what the id was entered for, and shows the error if it fails. Resolves to whether it succeeded. */
  use(act: () => Promise<Result<unknown>>): Promise<boolean>;
  /** The person enters another id. An answer that is still awaited says nothing about that one. */
  forget(): void;
}

export function useLookUp(): LookUp {
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
  return {
    found,
    error,
    busy,
    forget,
    async lookUp(accountId, remoteId) {
      setFound(null);
      await run(() => bridge.tasksLookUp({ accountId, remoteId }), setFound);
    },
    use: (act) => run(act),
  };
}
