import { z } from 'zod';
import { parseProxyAddress } from './proxy-address.ts';

/** How requests leave this computer. The password of a proxy is not a setting: it is stored with the keys. */
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
    /** Empty: the proxy needs none. It must not contain a colon, which separates it from the password in Basic authentication. */
    username: z
      .string()
      .max(255)
      .regex(/^[^:\p{Cc}]*$/u),
  }),
]);

export type ProxySetting = z.infer<typeof proxySettingSchema>;

/** What happens to the password when the proxy is set. */
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

/** The password's name among the keys. Accounts have UUIDs, so none can have this name. */
export const proxyPasswordId = 'proxy';

/** All that the window learns about the password: whether the current proxy has one, and how it is stored. */
export type ProxyPasswordState = 'missing' | 'unreadable' | 'protected' | 'session' | 'unprotected';
