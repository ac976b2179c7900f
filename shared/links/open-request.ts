import type { ImageId } from '../task.ts';
import type { AppLink, LinkFault } from './app-link.ts';

/**
 * What another program asks Latent to open: a link, or a prompt file, which is read by main and opened as one that was dropped on the window. Or where a
 * notification leads that the person clicked.
 */
export type OpenRequest = AppLink | NewsPlace | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array } | { readonly kind: 'refused'; readonly why: LinkFault } | UnreadFile;

/** Where a notification of Latent itself leads. `batch`: its pictures. */
export type NewsPlace = { readonly kind: 'picture'; readonly imageId: ImageId } | { readonly kind: 'batch'; readonly name: string } | { readonly kind: 'tasks'; readonly section: 'waiting' | 'problems' };

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
