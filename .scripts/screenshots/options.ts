import { join } from 'node:path';
import { offeredLanguages } from '../../shared/words/catalogues.ts';
import { isPseudo, type Language, type PseudoLanguage } from '../../shared/words/languages.ts';

export interface ScreenshotOptions {
  readonly folder: string;
  /** Each theme in each size, not only what the documents show. */
  readonly allLooks: boolean;
  readonly languages: readonly (Language | PseudoLanguage)[];
}

/** Reads `[FOLDER] [--language LANGUAGE|all]`. Returns null for anything else. */
export function screenshotOptions(args: readonly string[]): ScreenshotOptions | null {
  const at = args.indexOf('--language');
  const wanted = at < 0 ? 'en' : args[at + 1];
  const [folder, ...more] = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
  const languages = wanted === undefined ? [] : wanted === 'all' ? offeredLanguages : isPseudo(wanted) ? [wanted] : offeredLanguages.filter((language) => language === wanted);
  if (languages.length === 0 || more.length > 0 || (folder?.startsWith('-') ?? false) || (at >= 0 && folder === undefined)) return null;
  return { folder: folder ?? join(import.meta.dirname, '../../docs/screenshots'), allLooks: folder !== undefined, languages };
}
