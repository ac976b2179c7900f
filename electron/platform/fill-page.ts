import { directionOf, tagOf, type Spoken } from '../../shared/words/languages.ts';
import type { EarlyWords } from '../../shared/words/early-words.ts';
import type { ViewMemory } from '../../shared/windows/view-memory.ts';

/** What main writes into the window's page when it serves it, so that the first frame has it and nothing must be asked for. */
export interface PageFill {
  /** How the window was left. */
  readonly view: ViewMemory;
  readonly spoken: Spoken;
  readonly words: EarlyWords;
}

/** The page with its words (`%compose.prompt%`), its language and how the window was left. */
export function fillPage(html: string, { view, spoken, words }: PageFill): string {
  return html
    .replaceAll(/%([a-z.-]+)%/g, (_, key: Parameters<EarlyWords>[0]) => escaped(words(key)))
    .replace('<html lang="en">', `<html lang="${tagOf(spoken.language)}" dir="${directionOf(spoken.language)}">`)
    .replace(/(?<=<meta name="spoken" content=")(?=")/, () => escaped(JSON.stringify(spoken)))
    .replace(/(?<=<meta name="view-memory" content=")(?=")/, () => escaped(JSON.stringify(view)));
}

/** For an attribute in double quotes. */
function escaped(text: string): string {
  return text.replaceAll(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
