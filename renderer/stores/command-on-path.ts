import { useEffect } from 'react';
import { create } from 'zustand';
import type { CommandState } from '../../shared/command-state.ts';
import type { Result } from '../../shared/result.ts';
import { bridge } from '../bridge.ts';

const useStore = create<{ readonly state: CommandState | null }>(() => ({ state: null }));

/** The command on the person's PATH; null until main has looked. It is looked at anew each time this is mounted, because others may change it. */
export function useCommandOnPath(): CommandState | null {
  useEffect(() => void keepAnswer(bridge.commandState()), []);
  return useStore(({ state }) => state);
}

/** Resolves to main's answer, and keeps what it says. */
export async function keepAnswer(call: Promise<Result<CommandState>>): Promise<Result<CommandState>> {
  const answer = await call;
  if (answer.ok) useStore.setState({ state: answer.value });
  return answer;
}
