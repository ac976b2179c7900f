import { isSpace, tidy, withoutInvisible } from './text/characters.ts';
import { filterKeys, type FilterKey, type Span } from './query.ts';

/** A word, phrase or value with its position in the text. */
export interface ScannedText {
  readonly text: string;
  readonly quoted: boolean;
  /** False if the closing quote has not been typed yet. */
  readonly closed: boolean;
  /** Whether an asterisk follows. */
  readonly star: boolean;
  /** The last word is finished: white space follows it inside the quotes. */
  readonly endsWithSpace: boolean;
  readonly span: Span;
}

export type Token = ConnectorToken | TermToken | FilterToken;

interface ConnectorToken {
  readonly kind: 'connector';
  readonly word: 'OR' | 'AND';
  readonly span: Span;
}

export interface TermToken {
  readonly kind: 'term';
  readonly negated: boolean;
  readonly content: ScannedText;
  readonly span: Span;
}

export interface FilterToken {
  readonly kind: 'filter';
  readonly key: FilterKey;
  readonly negated: boolean;
  readonly values: readonly ScannedText[];
  readonly span: Span;
}

const quotes = '"“”„';
const listSeparators = ',，、';
const keyAndColon = /([a-z]+)[:：]/iy;

/** Splits a search into words, phrases and filters. Never fails: anything else is a word. */
export function tokenize(typed: string): readonly Token[] {
  const text = withoutInvisible(typed);
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (isSpace(text[at])) at++;
    if (at >= text.length) return tokens;
    const token = scanToken(text, at);
    tokens.push(token);
    at = token.span.end;
  }
}

function scanToken(text: string, start: number): Token {
  const negated = negates(text, start);
  const at = negated ? start + 1 : start;
  const key = keyAt(text, at);
  if (key) {
    const { values, end } = scanValues(text, key.end);
    return { kind: 'filter', key: key.key, negated, values, span: { start, end } };
  }
  const content = isQuote(text[at]) ? scanQuotation(text, at) : scanBare(text, at, isSpace);
  const span = { start, end: content.span.end };
  const raw = text.slice(start, span.end);
  if (raw === 'OR' || raw === 'AND') return { kind: 'connector', word: raw, span };
  return { kind: 'term', negated, content, span };
}

/** A minus directly before a word negates it. Two begin an option of a prompt, such as `--ar`. */
function negates(text: string, at: number): boolean {
  const next = text[at + 1];
  return text[at] === '-' && next !== undefined && next !== '-' && !isSpace(next);
}

/** The filter key whose name and colon stand at this position. `end`: the position after the colon. */
export function keyAt(text: string, at: number): { readonly key: FilterKey; readonly end: number } | null {
  keyAndColon.lastIndex = at;
  const name = keyAndColon.exec(text)?.[1];
  const key = filterKeys.find((known) => known === name?.toLowerCase());
  return key === undefined ? null : { key, end: keyAndColon.lastIndex };
}

function scanValues(text: string, start: number): { readonly values: readonly ScannedText[]; readonly end: number } {
  const values: ScannedText[] = [];
  let at = start;
  for (;;) {
    const value = isQuote(text[at]) ? scanQuotation(text, at) : scanBare(text, at, endsValue);
    if (value.text !== '') values.push(value);
    at = value.span.end;
    if (!isSeparator(text[at])) return { values, end: at };
    at++;
  }
}

function endsValue(character: string | undefined): boolean {
  return isSpace(character) || isSeparator(character);
}

/** The end of an unquoted value that starts here. */
export function valueEnd(text: string, start: number): number {
  return endOf(text, start, endsValue);
}

export function wordEnd(text: string, start: number): number {
  return endOf(text, start, isSpace);
}

function endOf(text: string, start: number, ends: (character: string | undefined) => boolean): number {
  let end = start;
  while (end < text.length && !ends(text[end])) end++;
  return end;
}

function scanBare(text: string, start: number, ends: (character: string | undefined) => boolean): ScannedText {
  const end = endOf(text, start, ends);
  const whole = text.slice(start, end);
  const bare = whole.replace(/\*+$/, '');
  return { text: tidy(bare), quoted: false, closed: true, star: bare !== whole, endsWithSpace: false, span: { start, end } };
}

/** Reads up to the closing quote or the end of the text. Inside straight quotes, a doubled quote stands for one. */
function scanQuotation(text: string, start: number): ScannedText {
  const straight = text[start] === '"';
  let content = '';
  let at = start + 1;
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    if (straight && character === '"' && text[at + 1] === '"') at++;
    else if (straight ? character === '"' : isQuote(character)) break;
    content += character;
  }
  const closed = at < text.length;
  const star = closed && text[at + 1] === '*';
  const end = closed ? at + (star ? 2 : 1) : at;
  return { text: tidy(content), quoted: true, closed, star, endsWithSpace: isSpace(content.at(-1)), span: { start, end } };
}

function isQuote(character: string | undefined): boolean {
  return character !== undefined && quotes.includes(character);
}

function isSeparator(character: string | undefined): boolean {
  return character !== undefined && listSeparators.includes(character);
}

/** Whether a value can be written without quotes. */
export function standsBare(text: string): boolean {
  return text !== '' && !isQuote(text[0]) && !text.endsWith('*') && ![...text].some(endsValue);
}

/** The value in quotes, so that it is read literally. */
export function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
