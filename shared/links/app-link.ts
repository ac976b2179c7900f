import { hasLostCharacter, plainText } from '../request/plain-text.ts';
import { longestPrompt } from '../request/request-checks.ts';
import type { TaskId } from '../task.ts';

/**
 * Links that other programs open in Latent (docs/links.md). A link shows or fills something; none sends, changes or deletes anything. There are four, each in
 * one form, because whatever is understood can be abused:
 *
 * - `latent-app:task/ID`: the task in the history
 * - `latent-app:picture/ID/NUMBER`: a picture of the task with this ID of Latent's own, from 1. Both survive a rebuild of the database, the number of the row does not
 * - `latent-app:search?q=TEXT`: a search of the library
 * - `latent-app:prompt?text=TEXT`: the text in the prompt
 */
export type AppLink =
  | { readonly kind: 'task'; readonly id: string }
  | { readonly kind: 'picture-of'; readonly taskId: TaskId; readonly index: number }
  | { readonly kind: 'search'; readonly search: string }
  | { readonly kind: 'prompt'; readonly text: string };

/** Not `latent:`, which is the scheme of Latent's own pages. */
const linkScheme = 'latent-app:';

/** `unknown`: no link of this form. `too-long`: it or its text is. `damaged`: its text is not one that a person could have written. */
export type LinkFault = 'unknown' | 'too-long' | 'damaged';

/** Longest link that is read, in characters: a prompt in which most characters are encoded. Systems allow some 130,000 for an argument. */
const longestLink = 120_000;
const longestSearchText = 1000;

export const isAppLink = (text: string): boolean => text.slice(0, linkScheme.length).toLowerCase() === linkScheme;

/** What a link asks for. It must be a link (`isAppLink`). */
export function readAppLink(link: string): AppLink | { readonly kind: 'refused'; readonly why: LinkFault } {
  if (link.length > longestLink) return refused('too-long');
  const asked = link.slice(linkScheme.length);
  // A URL has no other characters. What has some was put together wrongly.
  if (!/^[\x21-\x7e]*$/.test(asked)) return refused('damaged');
  const [, id] = /^task\/([\w.:-]{1,200})$/.exec(asked) ?? [];
  if (id !== undefined) return { kind: 'task', id };
  const [, taskId, number] = /^picture\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([1-9][0-9]{0,5})$/.exec(asked) ?? [];
  if (taskId !== undefined) return { kind: 'picture-of', taskId, index: Number(number) - 1 };
  const [, name, given] = /^(search\?q|prompt\?text)=([^&#=]*)$/.exec(asked) ?? [];
  if (name === undefined || given === undefined) return refused('unknown');
  const text = decoded(given);
  if (text === null || text.trim() === '') return refused('damaged');
  if (name === 'prompt?text') return text.length > longestPrompt ? refused('too-long') : { kind: 'prompt', text };
  if (text.includes('\n')) return refused('damaged');
  return text.length > longestSearchText ? refused('too-long') : { kind: 'search', search: text.trim() };
}

/** The link that asks for something. It is read as it was written, if it is one that can be read at all. */
export function writeAppLink(link: AppLink): string {
  if (link.kind === 'task') return `${linkScheme}task/${link.id}`;
  if (link.kind === 'picture-of') return `${linkScheme}picture/${link.taskId}/${link.index + 1}`;
  return link.kind === 'search' ? `${linkScheme}search?q=${inUtf8(link.search)}` : `${linkScheme}prompt?text=${inUtf8(link.text)}`;
}

/** Half a character, which a text may have and no link, becomes the sign for a lost one. */
const inUtf8 = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));

const refused = (why: LinkFault) => ({ kind: 'refused', why }) as const;

/** Characters that nobody sees, but for those that join letters or set the direction of a line: hidden text would be sent with the rest. */
const hidden = /[^\P{Cf}\u200c-\u200f\u061c]/u;

/** Null: it is not UTF-8, or has characters that nobody sees. */
function decoded(encoded: string): string | null {
  try {
    const text = decodeURIComponent(encoded).replaceAll('\r\n', '\n');
    return hasLostCharacter(text) || plainText(text) !== text || hidden.test(text) ? null : text;
  } catch {
    return null;
  }
}
