import type { GlobalShortcut } from 'electron';
import type { ShortcutState } from '../../../shared/windows/quick-field.ts';

interface QuickShortcutDeps {
  readonly globalShortcut: Pick<GlobalShortcut, 'register' | 'unregister'>;
  readonly isWayland: boolean;
  readonly pressed: () => void;
  /** The state is another one. */
  readonly changed: () => void;
}

/** The one shortcut that Latent has in the whole system. Nothing is registered unless the person chose one. */
export function createQuickShortcut({ globalShortcut, isWayland, pressed, changed }: QuickShortcutDeps) {
  let registered: string | null = null;
  let wanted: string | null = null;
  let state: ShortcutState = 'off';
  const become = (next: ShortcutState): void => {
    if (next === state) return;
    state = next;
    changed();
  };
  const onPress = (): void => {
    // On Wayland, only this shows that the system tells Latent of it.
    become('works');
    pressed();
  };
  return {
    state: (): ShortcutState => state,
    /** Null: none. */
    set(accelerator: string | null): void {
      // Also tried again if the system refused it: another program may have let go of it.
      if (accelerator === wanted && state !== 'refused') return;
      wanted = accelerator;
      if (registered !== null) globalShortcut.unregister(registered);
      registered = null;
      if (accelerator === null) return become('off');
      if (!isRegistered(accelerator)) return become('refused');
      registered = accelerator;
      become(isWayland ? 'unsure' : 'works');
    },
  };

  /** Electron throws for keys that it does not know. */
  function isRegistered(accelerator: string): boolean {
    try {
      return globalShortcut.register(accelerator, onPress);
    } catch {
      return false;
    }
  }
}

/** Whether programs learn of keys from a Wayland compositor. */
export const onWayland = (platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean => platform === 'linux' && (env['XDG_SESSION_TYPE'] === 'wayland' || (env['WAYLAND_DISPLAY'] ?? '') !== '');
