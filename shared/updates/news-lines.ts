import type { WordKey } from '../words/index.ts';

/** The version that the lines of `shared/words/en/news.en.ts` are about. `npm run release` asks for its own. */
const newsVersion = '1.0.0';

const lines = ['news.line.1', 'news.line.2', 'news.line.3', 'news.line.4'] as const satisfies readonly WordKey[];

/** What is new in a version. Empty if the lines are about another one. */
export const newsLinesOf = (version: string): readonly (typeof lines)[number][] => (version === newsVersion ? lines : []);
