import { z } from 'zod';

/** Where a proxy listens. */
export interface ProxyAddress {
  /** The way to the proxy itself is encrypted (`https://`). */
  readonly secure: boolean;
  /** A name or an IP address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Reads `http://host:port` or `https://host:port`; null for anything else, also for one with a user or a path in it. */
export function parseProxyAddress(text: string): ProxyAddress | null {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return null;
  }
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:') return null;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.pathname !== '/') return null;
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return port === 0 ? null : { secure, host: url.hostname.replace(/^\[|\]$/g, ''), port };
}

/** How requests leave this computer. The password of a proxy is no setting: it rests where the keys rest. */
export const proxySettingSchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('system') }),
  z.strictObject({ mode: z.literal('none') }),
  z.strictObject({
    mode: z.literal('manual'),
    address: z
      .string()
      .trim()
      .max(512)
      .refine((address) => parseProxyAddress(address) !== null),
    /** Empty: the proxy asks for none. Basic authentication cannot tell a colon in it from its own. */
    username: z
      .string()
      .max(255)
      .regex(/^[^:\p{Cc}]*$/u),
  }),
]);

export type ProxySetting = z.infer<typeof proxySettingSchema>;

/** What becomes of the password when the proxy is set. */
export const proxyPasswordChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keep') }),
  z.strictObject({ kind: z.literal('forget') }),
  z.strictObject({
    kind: z.literal('replace'),
    password: z
      .string()
      .min(1)
      .max(1024)
      .regex(/^\P{Cc}*$/u),
    keeping: z.enum(['protected', 'session', 'unprotected']),
  }),
]);

export type ProxyPasswordChange = z.infer<typeof proxyPasswordChangeSchema>;

/** The name under which the password rests among the keys. Accounts are named by UUIDs, so none can have it. */
export const proxyPasswordId = 'proxy';

/** All that is ever told of the password: whether there is one for the proxy in force, and how it is kept. */
export type ProxyPasswordState = 'missing' | 'unreadable' | 'protected' | 'session' | 'unprotected';
