import type { ImageId } from '../task.ts';
import type { AppLink, LinkFault } from './app-link.ts';

/**
 * What another program asks Latent to open: a link, or a prompt file, which is read by main and opened as one that was dropped on the window. Or what the person
 * asked for outside of the page: where a notification leads, and what is in the menu of the icon.
 */
export type OpenRequest = AppLink | NewsPlace | WindowRequest | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array } | { readonly kind: 'refused'; readonly why: LinkFault } | UnreadFile;

/** Where a notification of Latent itself leads. `batch`: its pictures. */
export type NewsPlace = { readonly kind: 'picture'; readonly imageId: ImageId } | { readonly kind: 'batch'; readonly name: string } | { readonly kind: 'tasks'; readonly section: 'waiting' | 'progress' | 'problems' };

/**
 * What the person did outside of the page: in the menu of Latent's icon, or with the button that closes the window. `resume-queue`: only the window asks about what is then sent.
 * `keep-running`: whether Latent goes on without its window. `hasIcon`: there is an icon in the tray or the menu bar.
 */
export type WindowRequest = { readonly kind: 'settings' | 'resume-queue' } | { readonly kind: 'keep-running'; readonly hasIcon: boolean };

/** `unreadable`: it is missing, is no file or may not be read. `too-large`: it is longer than any prompt file. */
export interface UnreadFile {
  readonly kind: 'unread-file';
  readonly why: 'unreadable' | 'too-large';
  readonly name: string;
}

/** What was asked for since it was taken last. */
export interface Opened {
  /** Only the newest is opened, because there is one prompt and one search. Null: nothing is. */
  readonly newest: OpenRequest | null;
  /** How many others there were. */
  readonly others: number;
}
