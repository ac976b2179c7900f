import type { App, Session } from 'electron';

/**
 * No page leaves its place: navigation, redirects, frames, new windows and webviews are denied. A page may load itself
 * anew, and nothing else. What Latent opens in the browser, main opens (`accounts:open-console`), never a link of the page.
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
    // A page can reach the network by WebRTC without any request that a policy would see.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
}

/** Pages live on the app's own scheme alone: whatever a page asks of the network or the disk is stopped, also where no policy names it. */
export function denyNetwork(session: Session): void {
  const urls = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'];
  session.webRequest.onBeforeRequest({ urls }, (_details, answer) => answer({ cancel: true }));
}
