import type { App, Session } from 'electron';

/**
 * Pages cannot navigate: redirects, frames, new windows and webviews are denied. A page may only reload itself. Main opens pages in the
 * browser (`electron/handlers/open-web-page.ts`), never a link of the page.
 */
export function guardPages(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event, url) => {
      if (url !== contents.getURL()) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || event.url !== contents.getURL()) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    // With WebRTC, a page could reach the network without a request that a policy sees.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
}

/** Pages use only the app's own scheme. Every request to the network or the disk is cancelled, even where no policy covers it. */
export function denyNetwork(session: Session): void {
  const urls = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'];
  session.webRequest.onBeforeRequest({ urls }, (_details, answer) => answer({ cancel: true }));
}
