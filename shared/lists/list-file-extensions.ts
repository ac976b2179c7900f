/** What a file is by its extension. `unsure`: its text tells. A file of its own, because the preload needs nothing else of the formats. */
type FileKind = 'table' | 'json-lines' | 'json' | 'unsure';

const kinds: Readonly<Record<string, FileKind>> = { txt: 'unsure', csv: 'table', tsv: 'table', jsonl: 'json-lines', ndjson: 'json-lines', json: 'json' };

export const extensionOf = (fileName: string): string => /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

/** Whether a file of this name may be a list of prompts. */
export const isListFile = (fileName: string): boolean => Object.hasOwn(kinds, extensionOf(fileName));

/** Whether dropped files are a list of prompts: one file alone. Among pictures, such files describe them and go with the import. */
export const isDroppedList = (files: readonly { readonly name: string }[]): boolean => files.length === 1 && files.every(({ name }) => isListFile(name));

export const kindOfFile = (fileName: string): FileKind => (isListFile(fileName) ? kinds[extensionOf(fileName)] : undefined) ?? 'unsure';

/** For the file dialog. */
export const listExtensions = Object.keys(kinds).map((extension) => `.${extension}`);
