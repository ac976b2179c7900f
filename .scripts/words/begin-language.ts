import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../../shared/words/languages.ts';
import { languageFolder, translatedFiles } from './word-files.ts';

/**
 * Writes the files of a language that are not there yet: those with messages as English has them, to be translated in place, the catalogue that puts them
 * together, and the list of messages that are the same in both languages. Returns their names.
 */
export function beginLanguage(language: Exclude<Language, 'en'>): readonly string[] {
  const folder = languageFolder(language);
  mkdirSync(folder, { recursive: true });
  const english = (name: string): string => readFileSync(path.join(languageFolder('en'), `${name}.en.ts`), 'utf8');
  const files = new Map<string, string>(translatedFiles().map((name) => [name, translationOf(name, english(name))]));
  files.set('catalogue', catalogueOf(language, english('catalogue')));
  files.set('same', "import type { WordKey } from '../index.ts';\n\n/** Messages that are the same in English. A test fails for any other. */\nexport const same: readonly WordKey[] = [];\n");
  const written: string[] = [];
  for (const [name, text] of files) {
    const file = path.join(folder, `${name}.${language}.ts`);
    if (existsSync(file)) continue;
    writeFileSync(file, text);
    written.push(path.relative(process.cwd(), file));
  }
  return written;
}

function translationOf(name: string, english: string): string {
  const imports = `import type { ${constant(english)} as english } from '../en/${name}.en.ts';\nimport type { Translation } from '../translation.ts';\n\n`;
  return imports + english.replace('} as const;', '} satisfies Translation<typeof english>;');
}

function catalogueOf(language: string, english: string): string {
  return `import type { WholeCatalogue } from '../catalogues.ts';\n${english.replaceAll('.en.ts', `.${language}.ts`).replace('export const en = ', `export const ${language} = `).replace('} as const;', '} satisfies WholeCatalogue;')}`;
}

const constant = (english: string): string => /export const (\w+) = /.exec(english)?.[1] ?? '';
