import type { WebContents } from 'electron';

const released = new WeakSet<WebContents>();

/** Follows whether the pointer is pressed in a page. */
export function followPress(contents: WebContents): void {
  contents.on('input-event', (_event, { type }) => {
    if (type === 'mouseUp' || type === 'touchEnd' || type === 'pointerUp') released.add(contents);
    else if (type === 'mouseDown' || type === 'touchStart' || type === 'pointerDown') released.delete(contents);
  });
}

/** Without a pressed button, a drag of the system would hold the pointer until the next click, and on Linux the whole app. */
export const isPressed = (contents: WebContents): boolean => !released.has(contents);
