import type { QuickAsked, QuickShown } from '../../shared/windows/quick-field.ts';

/** The quick prompt, for the page of the main window. electron/platform/windows/quick-window.ts implements it. */
export interface QuickField {
  /** Opens the field, or closes it if it is open. */
  toggle(): void;
  /** What the field asks. A press is handed out once, so that a page that is loaded again sends nothing twice. */
  take(): QuickAsked;
  show(shown: QuickShown): void;
  /** The shortcut that opens it. Null: none. */
  setShortcut(accelerator: string | null): void;
  /** Latent ends: nothing opens it any more. */
  close(): void;
}
