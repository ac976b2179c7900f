import { languageIds, type Language } from '../../shared/words/languages.ts';
import { Sentence, say } from '../say.ts';
import { beginLanguage } from '../words/begin-language.ts';
import { languageFaults } from '../words/word-files.ts';

type Translation = Exclude<Language, 'en'>;
const isTranslation = (language: string | undefined): language is Translation => language !== undefined && language !== 'en' && languageIds.some((each) => each === language);

/** `npm run words -- begin|check LANGUAGE`: writes the files that a translator fills, or says what is wrong with them. */
export default async function words([act, language]: readonly string[]): Promise<number> {
  if (!isTranslation(language) || (act !== 'begin' && act !== 'check')) throw new Sentence(`Usage: npm run words -- begin|check ${languageIds.filter(isTranslation).join('|')}`);
  if (act === 'begin') {
    const written = beginLanguage(language);
    say(written.length === 0 ? 'every file is there already' : `wrote ${written.length} files in shared/words/${language}`);
    return 0;
  }
  const faults = await languageFaults(language);
  for (const { file, key, fault } of faults) console.log(`${file}: ${key} ${fault}`.replace(':  ', ': '));
  say(faults.length === 0 ? `${language} is complete` : `${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}
