/** The part of an IPC event that tells who calls. */
export interface SenderOfCall {
  readonly sender: { readonly id: number };
  /** Null when the frame is gone or was never there. */
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

/** Only the app's own page, in the main frame of the app's own window, may call. */
export function isTrustedSender(event: SenderOfCall, windowId: number | null): boolean {
  if (windowId === null || event.sender.id !== windowId) return false;
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null) return false;
  const url = URL.parse(frame.url);
  return url !== null && url.protocol === 'latent:' && url.hostname === 'app' && url.pathname === '/index.html';
}
