import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { ShortcutId } from './shortcuts/shortcut-table.ts';
import { ShortcutHint } from './shortcuts/kbd.tsx';
import styles from './popup.module.css';

/** One delay for all: after one was shown, the next appears at once. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider delay={450} closeDelay={0}>
      {children}
    </Base.Provider>
  );
}

interface TooltipProps {
  readonly label: string;
  readonly shortcut?: ShortcutId | undefined;
  readonly side?: 'right' | 'bottom' | 'left' | undefined;
  readonly children: ReactElement;
}

/** Shows the name of its child and its key. The child itself must carry the name for screen readers. */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const change = (next: boolean, details: Base.Root.ChangeEventDetails): void => {
    if (details.reason === 'escape-key') {
      // Escape closes the tooltip, and also acts on what is below, such as the viewer.
      details.cancel();
      details.allowPropagation();
    }
    setOpen(next);
  };
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={7} collisionPadding={8} className={styles.positioner}>
          <Base.Popup className={styles.tooltip}>
            {label}
            {shortcut && <ShortcutHint id={shortcut} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
