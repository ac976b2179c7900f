/** Text for a terminal, which obeys characters that nobody sees: a prompt or a service's message must not move the cursor, hide a line or fake one. */

/** Controls, and marks that change the direction of the text that follows. */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** The text on one line: white space is a space, and what a terminal would obey is U+FFFD. */
export const harmless = (text: string): string => text.replace(/[\t\n\r\v\f\u0085\u2028\u2029]+/g, ' ').replace(obeyed, '\ufffd');

/** A value as JSON in which a terminal finds nothing to obey. A parser reads the same value. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(obeyed, (character) => (character === '\n' ? character : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`));
}

const segmenter = new Intl.Segmenter();
const charactersOf = (text: string): readonly string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** East Asian characters and emoji take two columns. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\ufe0f/u;
const widthOf = (character: string): number => (wide.test(character) ? 2 : /^[\p{M}\u200b-\u200d]+$/u.test(character) ? 0 : 1);

/** Columns that a terminal needs for a text without controls. */
export const columnsOf = (text: string): number => charactersOf(text).reduce((sum, character) => sum + widthOf(character), 0);

/** A text of at most so many columns. A longer one loses its middle, because prompts differ at both ends. */
export function cutMiddle(text: string, most: number): string {
  if (columnsOf(text) <= most) return text;
  const characters = charactersOf(text);
  const [front, back]: [string[], string[]] = [[], []];
  // One for the dots.
  let left = most - 1;
  for (let first = 0, last = characters.length - 1; first <= last; ) {
    const inFront = columnsOf(front.join('')) <= columnsOf(back.join(''));
    const next = characters[inFront ? first : last] ?? '';
    left -= widthOf(next);
    if (left < 0) break;
    if (inFront) front.push(next);
    else back.unshift(next);
    if (inFront) first += 1;
    else last -= 1;
  }
  return `${front.join('')}…${back.join('')}`;
}

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  /** Numbers stand on the right. */
  readonly isNumber?: boolean;
  /** Columns of the terminal that it takes at most. Absent: as many as it needs. */
  readonly most?: number;
  /** Whether it gives way if the line is too long. One column of a table does. */
  readonly isCut?: boolean;
}

/** Columns of a terminal, and of a pipe. */
const usualColumns = 80;
/** A column that gives way keeps so many. */
const fewestColumns = 12;

/** How long the lines of stdout may be. */
export const lineColumns = (): number => Math.max(40, process.stdout.columns ?? usualColumns);

/** The lines of a table, the titles first. Cells are made harmless. */
export function tableLines<Row>(rows: readonly Row[], columns: readonly Column<Row>[], most = lineColumns()): readonly string[] {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ cell }) => harmless(cell(row))))];
  const widths = columns.map(({ most: own = Infinity }, at) => Math.min(own, cells.reduce((widest, row) => Math.max(widest, columnsOf(row[at] ?? '')), 0)));
  const over = widths.reduce((sum, width) => sum + width + 2, -2) - most;
  const cutAt = columns.findIndex(({ isCut }) => isCut);
  if (over > 0 && cutAt >= 0) widths[cutAt] = Math.max(fewestColumns, (widths[cutAt] ?? 0) - over);
  return cells.map((row) =>
    row
      .map((text, at) => {
        const width = widths[at] ?? 0;
        const cut = cutMiddle(text, width);
        const space = ' '.repeat(Math.max(0, width - columnsOf(cut)));
        return columns[at]?.isNumber ? `${space}${cut}` : `${cut}${space}`;
      })
      .join('  ')
      .trimEnd(),
  );
}
