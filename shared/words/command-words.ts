import { en } from './en/catalogue.en.ts';
import { command } from './en/command.en.ts';
import { wordsIn, type WordsOf } from './words-in.ts';

/** The words of the command line: its own, and those of the window, which says the same of tasks, lists and money. */
const catalogue = { ...en, ...command };

export type CommandWordKey = keyof typeof catalogue;
export type CommandWords = WordsOf<CommandWordKey>;

/** Words for a BCP 47 locale. */
export const commandWordsFor = (locale: string): CommandWords => wordsIn<CommandWordKey>(catalogue, locale);
