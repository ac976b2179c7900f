import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { Chord } from './shortcuts/chords.ts';
import { KeyHint } from './shortcuts/kbd.tsx';
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
  readonly keys?: readonly Chord[] | undefined;
  readonly side?: 'inline-end' | 'bottom' | 'inline-start' | undefined;
  readonly children: ReactElement;
}

/** Shows the name of its child and its key. The child itself must carry the name for screen readers. */
export function Tooltip({ label, keys, side = 'bottom', children }: TooltipProps) {
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
            {keys && <KeyHint keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
