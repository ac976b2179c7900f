import { Dialog } from '@base-ui/react/dialog';
import type { BaseUIEvent } from '@base-ui/react/types';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';

/** What lies over the whole window, such as the viewer. `dark`: it is dark in every theme, as the ground of large pictures. The command `close` closes it, so Base UI must not. */
export function WholeWindow({ dark = false, children }: { readonly dark?: boolean; readonly children: ReactNode }) {
  return (
    <Dialog.Root open modal="trap-focus" disablePointerDismissal onOpenChange={(_open, details) => (details.cancel(), details.allowPropagation())}>
      <Dialog.Portal data-theme={dark ? 'dark' : undefined}>{children}</Dialog.Portal>
    </Dialog.Root>
  );
}

/** Its element, in which the keys of commands act. */
export const WholeWindowPopup = (props: ComponentProps<typeof Dialog.Popup>) => <Dialog.Popup {...props} aria-modal data-shortcuts onKeyDown={leaveToCommands} />;

/** Without this, Base UI would handle the arrow keys in the dialog. */
const leaveToCommands = (event: BaseUIEvent<KeyboardEvent>): void => event.preventBaseUIHandler();
