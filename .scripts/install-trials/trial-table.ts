/** What was seen of one package on one system. */
export interface Row {
  readonly package: string;
  readonly system: string;
  /** Whether users of the system can make user namespaces. */
  readonly namespaces: string;
  readonly installed: string;
  readonly started: string;
  readonly picture: string;
  readonly upgraded: string;
  readonly removed: string;
  /** Day of the trial and the version it began and ended with. */
  readonly when: string;
}

const columns = { package: 'package', system: 'system', namespaces: 'user namespaces', installed: 'installed', started: 'started', picture: 'picture', upgraded: 'upgraded', removed: 'removed', when: 'when' } as const satisfies Record<keyof Row, string>;
const keys = Object.keys(columns) as (keyof Row)[];

const begin = '<!-- install-trials: begin -->';
const end = '<!-- install-trials: end -->';

/** The page with these rows between its markers: each replaces the one of the same package, system and namespaces, and the others stay. Throws if the page has no markers. */
export function withRows(page: string, rows: readonly Row[]): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no place for the table, between ${begin} and ${end}`);
  const kept = new Map([...readRows(page.slice(from, to)), ...rows].map((row) => [identity(row), row]));
  const sorted = [...kept.values()].sort((a, b) => identity(a).localeCompare(identity(b), 'en'));
  return `${page.slice(0, from)}${begin}\n\n${tableOf(sorted)}\n\n${page.slice(to)}`;
}

function identity(row: Row): string {
  return [row.package, row.system, row.namespaces].join(' | ');
}

function tableOf(rows: readonly Row[]): string {
  const lines = [keys.map((key) => columns[key]), keys.map(() => '---'), ...rows.map((row) => keys.map((key) => escaped(row[key])))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A cell is one line, and a bar in it is no border. */
function escaped(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}

function readRows(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line.startsWith('|')).slice(2);
  return lines.map((line) => {
    const cells = line.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    return Object.fromEntries(keys.map((key, at) => [key, cells[at] ?? ''])) as unknown as Row;
  });
}
