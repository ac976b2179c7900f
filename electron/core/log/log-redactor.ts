import { createRedactor, type Redact } from './redact.ts';

/** Removes from a text what neither a log nor a file for strangers may hold. */
export interface LogRedactor {
  readonly redact: Redact;
  /** From now on, removes this key in every form that `createRedactor` knows. */
  learnKey(key: string): void;
  /** Removes paths below these library folders (absolute), because files there are named after prompts. */
  hideBelow(folders: () => readonly string[]): void;
}

/** Text that looks like a key, although it was never learned. */
const looksLikeKey = [
  /(\bauthorization["']?\s*[:=]\s*["']?)(?!bearer\b)[^\s"',;]+/gi,
  /\b(?:sk|pk|rk|key|api[-_]?key|token)[-_][A-Za-z0-9_-]{12,}/g,
];

/** Addresses lose their query, which may be a signature, and a name and password before the host. */
const address = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^\s/"'<>?#@]*@)?([^\s"'<>?#]*)(\?[^\s"'<>#]*)?/gi;

export function createLogRedactor(): LogRedactor {
  const keys = new Map<string, Redact>();
  let libraries: () => readonly string[] = () => [];

  // Removes bearer tokens even before any key is known.
  const always = createRedactor('');
  return {
    redact(text) {
      let rest = always(text);
      for (const redact of keys.values()) rest = redact(rest);
      for (const pattern of looksLikeKey) rest = rest.replace(pattern, (_whole, head: unknown) => `${typeof head === 'string' ? head : ''}[key]`);
      for (const folder of libraries()) rest = cutBelow(rest, folder);
      return rest.replace(address, (_whole, scheme: string, place: string, query?: string) => scheme + place + (query === undefined ? '' : '?[cut]'));
    },
    learnKey(key) {
      if (key !== '' && !keys.has(key)) keys.set(key, createRedactor(key));
    },
    hideBelow(folders) {
      libraries = folders;
    },
  };
}

/** Up to the quote or the end of the line that closes the path. */
function cutBelow(text: string, folder: string): string {
  let rest = text;
  for (let at = rest.indexOf(folder); at !== -1; at = rest.indexOf(folder, at + 1)) {
    const after = rest[at + folder.length];
    if (after !== '/' && after !== '\\') continue;
    const end = rest.slice(at + folder.length).search(/['"\n]/);
    rest = `${rest.slice(0, at)}[library]${end === -1 ? '' : rest.slice(at + folder.length + end)}`;
  }
  return rest;
}
