import type { CommandState } from '../../shared/command-state.ts';

/** The command on the person's PATH (electron/platform/command/command-installer.ts). Each rejects with `command-not-installed` if the system refuses. */
export interface CommandInstaller {
  state(this: void): Promise<CommandState>;
  /** Overwrites nothing that Latent did not make. Resolves to what then is. */
  install(this: void): Promise<CommandState>;
  remove(this: void): Promise<CommandState>;
}
