import { en } from './en/catalogue.en.ts';
import { mcp } from './en/mcp.en.ts';
import { wordsIn, type WordsOf } from './words-in.ts';

const catalogue = { ...en, ...mcp };

/** The words for assistants: those of the tools, and those of the window, which says the same of errors. */
type McpWordKey = keyof typeof catalogue;
export type McpWords = WordsOf<McpWordKey>;

/** Words for a BCP 47 locale. */
export const mcpWordsFor = (locale: string): McpWords => wordsIn<McpWordKey>(catalogue, locale);
