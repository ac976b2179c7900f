import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { languages, type Language } from '../../shared/words/languages.ts';
import { translationFaults, type Fault, type Messages } from './translation-faults.ts';

const folder = path.resolve(import.meta.dirname, '../../shared/words');

/** The English files that are not translated, and why. All others are. */
export const untranslated: Readonly<Record<string, string>> = {
  catalogue: 'puts the others together',
  early: 'puts some of the others together, and a translation has them in its catalogue',
  command: 'scripts read what a command prints',
  'command-generate': 'scripts read what a command prints',
  'command-queue': 'scripts read what a command prints',
  'command-reads': 'scripts read what a command prints',
  mcp: 'assistants read English',
};

/** The names of the files of English, without their endings: `settings`. */
export const englishFiles = (): readonly string[] => filesOf('en').toSorted();

/** The names of the files that a translation has. */
export const translatedFiles = (): readonly string[] => englishFiles().filter((name) => untranslated[name] === undefined);

const filesOf = (language: Language): readonly string[] => {
  const own = path.join(folder, language);
  return existsSync(own) ? readdirSync(own).flatMap((file) => (file.endsWith(`.${language}.ts`) ? [file.slice(0, -`.${language}.ts`.length)] : [])) : [];
};

export interface FileFault extends Fault {
  readonly file: string;
}

/** What is wrong with a language, file by file. A file that is not there lacks each of its messages. */
export async function languageFaults(language: Exclude<Language, 'en'>): Promise<readonly FileFault[]> {
  const there = filesOf(language);
  const same = there.includes('same') ? await listIn(language) : [];
  const known = new Set<string>();
  const faults: FileFault[] = [];
  for (const name of translatedFiles()) {
    const file = `shared/words/${language}/${name}.${language}.ts`;
    if (!there.includes(name)) {
      faults.push({ file, key: '', fault: 'there is no such file' });
      continue;
    }
    const english = await messagesIn('en', name);
    for (const key of Object.keys(english)) known.add(key);
    const found = translationFaults({ tag: languages[language].tag, english, translated: await messagesIn(language, name), same: same.filter((key) => english[key] !== undefined) });
    faults.push(...found.map((fault) => ({ file, ...fault })));
  }
  for (const name of there.filter((each) => !translatedFiles().includes(each) && !['catalogue', 'same'].includes(each))) faults.push({ file: `shared/words/${language}/${name}.${language}.ts`, key: '', fault: 'English has no such file' });
  if (there.includes('same')) faults.push(...same.filter((key) => !known.has(key)).map((key) => ({ file: `shared/words/${language}/same.${language}.ts`, key, fault: 'English has no such message' })));
  return faults;
}

/** The messages of a file, which is a module of one object. */
async function messagesIn(language: Language, name: string): Promise<Messages> {
  const module = (await import(addressOf(language, name))) as Readonly<Record<string, Messages>>;
  return Object.values(module)[0] ?? {};
}

async function listIn(language: Language): Promise<readonly string[]> {
  return ((await import(addressOf(language, 'same'))) as { readonly same: readonly string[] }).same;
}

const addressOf = (language: Language, name: string): string => pathToFileURL(path.join(folder, language, `${name}.${language}.ts`)).href;

/** Where the files of a language are. */
export const languageFolder = (language: Language): string => path.join(folder, language);
