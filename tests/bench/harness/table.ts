import { holds, type Figure, type Finding, type Unmeasured } from './figures.ts';

/** Findings as people read them. */

export type Row = readonly [metric: string, what: string, latent: string, peer: string, value: string, goal: string, verdict: string];

const heads: Row = ['metric', 'what', 'Latent', 'peer', 'result', 'goal', 'holds'];

export function rowOf(finding: Finding | Unmeasured): Row {
  if ('why' in finding) return [finding.metric, finding.what, '', '', '', '', `not measured: ${finding.why}`];
  const { metric, what, ours, peer, value, goal } = finding;
  return [metric, what, show(ours), peer === null ? '–' : `${show(peer)} (${peer.name})`, show(value), `${goal.bound === 'at least' ? '≥' : '≤'} ${number(goal.value)}`, holds(finding) ? 'yes' : '**no**'];
}

function show({ value, unit }: Figure): string {
  if (unit.startsWith('×')) return `${number(value)} ${unit}`;
  return unit === '' ? number(value) : `${number(value)} ${unit}`;
}

/** Three digits that mean something. */
function number(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : Math.abs(value) >= 0.1 ? value.toFixed(2) : value.toPrecision(2);
}

/** For a terminal: columns as wide as their widest cell. */
export function plainTable(rows: readonly Row[]): string {
  const all = [heads, ...rows];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n');
}

export function markdownTable(rows: readonly Row[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
