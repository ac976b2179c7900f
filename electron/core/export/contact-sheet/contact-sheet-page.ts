import type { SheetChoices } from '../../../../shared/export/contact-sheet-choices.ts';

/**
 * A contact sheet as one HTML page that needs nothing else: the pictures are data URLs. Prompts and names are hostile text, so everything is escaped,
 * and the page's own policy allows no script and no address.
 */

/** A picture of the sheet. */
export interface SheetFigure {
  readonly type: 'image/jpeg' | 'image/webp';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** What the picture is, for people who cannot see it. */
  readonly alternative: string;
  readonly lines: readonly CaptionLine[];
}

export interface CaptionLine {
  readonly kind: 'name' | 'prompt' | 'other';
  readonly text: string;
}

/** The policy of the page. It also applies to the hidden window that prints it. */
export const sheetPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

interface SheetHead {
  readonly title: string;
  /** Below the title. */
  readonly made: string;
  readonly writtenBy: string;
}

export function sheetStart({ title, made, writtenBy }: SheetHead, choices: Pick<SheetChoices, 'columns' | 'paper' | 'orientation'>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${sheetPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="${escapeHtml(writtenBy)}">
<title>${escapeHtml(title)}</title>
<style>
${styleOf(choices)}
</style>
</head>
<body>
<header>
<h1 dir="auto">${escapeHtml(title)}</h1>
<p>${escapeHtml(made)}</p>
</header>
<main>
`;
}

/** `index` counts the figures of the page from 0. Each row is an element, so that printing never splits one. */
export function sheetFigure({ type, bytes, width, height, alternative, lines }: SheetFigure, index: number, columns: number): string {
  const row = index % columns > 0 ? '' : `${index === 0 ? '' : '</div>\n'}<div class="row">\n`;
  const caption = lines.map(({ kind, text }) => `<p class="${kind}" dir="auto"${kind === 'prompt' ? ` title="${escapeHtml(text)}"` : ''}>${escapeHtml(text)}</p>`).join('\n');
  const source = `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;
  return `${row}<figure>
<img src="${source}" width="${width}" height="${height}" alt="${escapeHtml(alternative)}">${caption === '' ? '' : `\n<figcaption>\n${caption}\n</figcaption>`}
</figure>
`;
}

/** `closing`: a sentence below the pictures. */
export function sheetEnd(closing: string): string {
  return `</div>
</main>
<footer>${escapeHtml(closing)}</footer>
</body>
</html>
`;
}

/** Text for an element or an attribute in quotes. Control characters other than line breaks are left out, because HTML allows none. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, '').replaceAll(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const papers = { a4: 'A4', letter: 'letter' } as const;

function styleOf({ columns, paper, orientation }: Pick<SheetChoices, 'columns' | 'paper' | 'orientation'>): string {
  return `@page { size: ${papers[paper]} ${orientation}; margin: 12mm 12mm 15mm; }
:root { color-scheme: light dark; --ground: #fff; --ink: #1a1a1c; --soft: #5c5c63; }
* { box-sizing: border-box; margin: 0; }
body { padding: 32px clamp(16px, 3vw, 48px); background: var(--ground); color: var(--ink); font: 13px/1.45 system-ui, sans-serif; }
header { margin-bottom: 28px; }
h1 { font-size: 22px; font-weight: 600; line-height: 1.25; overflow-wrap: anywhere; }
header p, footer { color: var(--soft); }
footer { margin-top: 28px; }
main { display: grid; grid-template-columns: repeat(${columns}, minmax(0, 1fr)); gap: 28px 16px; }
.row { display: contents; }
figure { min-width: 0; container-type: inline-size; }
img { display: block; width: 100%; height: auto; max-height: 150cqw; object-fit: contain; object-position: left; }
figcaption { margin-top: 8px; overflow-wrap: anywhere; }
.name { font-weight: 600; }
.prompt { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 5; overflow: hidden; }
.other { color: var(--soft); font-size: 12px; }
@media screen and (prefers-color-scheme: dark) { :root { --ground: #111113; --ink: #ececee; --soft: #a0a0a8; } }
@media screen and (max-width: 700px) { main { grid-template-columns: repeat(${Math.min(columns, 2)}, minmax(0, 1fr)); } }
@media print {
:root { color-scheme: light; }
body { padding: 0; font-size: ${columns > 5 ? 7 : columns > 3 ? 8 : 9}pt; }
header, footer { margin: 0 0 6mm; }
h1 { font-size: 15pt; }
main { display: block; }
.row { display: grid; grid-template-columns: repeat(${columns}, minmax(0, 1fr)); gap: 4mm; margin-bottom: 6mm; break-inside: avoid; }
img { max-height: min(150cqw, 75vh); }
figcaption { margin-top: 1.5mm; }
.other { font-size: inherit; }
}`;
}
