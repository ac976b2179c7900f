import { describe, expect, it } from 'vitest';
import { isTrustedSender, type SenderOfCall } from '../../../../electron/hosts/electron/trusted-sender.ts';

const call = (url: string, over: Partial<SenderOfCall> = {}): SenderOfCall => ({ sender: { id: 7 }, senderFrame: { url, parent: null }, ...over });

describe('who may call', () => {
  it.each(['latent://app/index.html', 'latent://app/index.html#/history', 'latent://app/index.html?x'])('%s in the main frame of the window may', (url) => {
    expect(isTrustedSender(call(url), 7)).toBe(true);
  });

  it.each([
    'latent://app/decoder.html',
    'latent://picture/1',
    'latent://app.evil/index.html',
    'latent://app@evil/index.html',
    'https://app/index.html',
    'file:///index.html',
    'about:blank',
    'data:text/html,x',
    '',
  ])('%j may not', (url) => {
    expect(isTrustedSender(call(url), 7)).toBe(false);
  });

  it('another window may not', () => {
    expect(isTrustedSender(call('latent://app/index.html'), 8)).toBe(false);
    expect(isTrustedSender(call('latent://app/index.html'), null)).toBe(false);
  });

  it('a frame that is gone, or a frame inside the page, may not', () => {
    expect(isTrustedSender(call('', { senderFrame: null }), 7)).toBe(false);
    expect(isTrustedSender(call('', { senderFrame: { url: 'latent://app/index.html', parent: {} } }), 7)).toBe(false);
  });
});
