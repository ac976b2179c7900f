import { z } from 'zod';

/** What the system does for a menu item. Electron has words for none of them that follow Latent's language. */
export const menuRoles = ['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit', 'cut', 'copy', 'paste', 'selectAll', 'minimize', 'zoom', 'close', 'front'] as const;

export type MenuRole = (typeof menuRoles)[number];

const words = z.string().min(1).max(200);

const item = z.discriminatedUnion('kind', [
  // `accelerator`: in Electron's form, null: none.
  z.strictObject({ kind: z.literal('command'), command: z.string().min(1).max(50), label: words, accelerator: z.string().max(60).nullable(), enabled: z.boolean() }),
  z.strictObject({ kind: z.literal('role'), role: z.enum(menuRoles), label: words }),
  z.strictObject({ kind: z.literal('line') }),
]);

/** The menu bar, as the window describes it: all words, keys and states come from its registry of commands. A press is answered by the name of the command. */
export const nativeMenusSchema = z.array(z.strictObject({ name: z.enum(['app', 'file', 'edit', 'view', 'go', 'prompt', 'picture', 'task', 'window', 'help']), label: words, items: z.array(item).min(1).max(60) })).max(10);

export type NativeMenus = z.infer<typeof nativeMenusSchema>;
export type NativeItem = NativeMenus[number]['items'][number];
