import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { sheetCaptions, type SheetChoices, type SheetCaption } from '../../../../shared/export/contact-sheet-choices.ts';
import type { EpochMs, ImageId } from '../../../../shared/task.ts';
import { thumbnailType } from '../../../../shared/windows/thumbnail-look.ts';
import type { Words } from '../../../../shared/words/index.ts';
import { newPart, removePart } from '../../library/files/part-file.ts';
import type { Decoded, Decoder } from '../../thumbnails/decoder-process.ts';
import { thumbnailSide } from '../../thumbnails/thumbnail-store.ts';
import { systemError } from '../../util/system-errors.ts';
import { keepMode, replaceFile } from '../../util/whole-file.ts';
import type { ExportOutput } from '../export-output.ts';
import { sheetEnd, sheetFigure, sheetStart, type CaptionLine } from './contact-sheet-page.ts';
import type { ImageMarks } from '../../../../shared/library/marks.ts';
import { cutText } from '../../../../shared/request/plain-text.ts';
import { assertNever } from '../../../../shared/result.ts';
import type { ExportedPicture } from '../exported-picture.ts';
import { usualSettings } from '../../metadata/writing/picture-facts.ts';

export interface SheetRequest {
  readonly title: string;
  readonly choices: SheetChoices;
}

export interface SheetOutputDeps {
  /** Decodes in a sandboxed process. */
  readonly decoder: Pick<Decoder, 'decode'>;
  /** The stored thumbnail, or a new one. Null: there is none. */
  readonly thumbnail: (id: ImageId) => Promise<Uint8Array | null>;
  /** Makes a PDF of an HTML file, in a sandboxed process. Rejects with the signal's reason if it is aborted. */
  readonly printPdf: (htmlFile: string, signal: AbortSignal) => Promise<Uint8Array>;
  readonly now: () => EpochMs;
  readonly words: Words;
  /** `Latent 0.1.0`. */
  readonly writtenBy: string;
}

/** The most bytes that the pictures of a sheet take together. Measured: a page with 446 MB of pictures was printed, and took 2.1 GB of memory. */
const mostBytes = 400_000_000;
/** The longest side of a picture on sheets of one to three columns. Sheets of more columns show thumbnails: 290 dpi on A4 for four columns. */
const largeSides = [2_000, 1_400, 1_000] as const;

/**
 * A contact sheet, which appears when it is complete. It replaces an existing file, which the system's dialog has confirmed. The page is written
 * picture by picture, and a part counts only once it is written completely, so writing can continue after a full disk.
 */
export function sheetOutput(target: string, { title, choices, pictures }: SheetRequest & { readonly pictures: number }, deps: SheetOutputDeps): ExportOutput {
  const { decoder, printPdf, now, words, writtenBy } = deps;
  const { columns } = choices;
  const captions = sheetCaptions.filter((caption) => choices.captions.includes(caption));
  const folder = path.dirname(target);
  const part = newPart(folder);
  const pdfPart = newPart(folder);
  let handle: FileHandle | null = null;
  let written = 0;
  let figures = 0;

  /** Returns the new length of the page. */
  const put = async (text: string, at: number): Promise<number> => {
    handle ??= await open(part, written === 0 ? 'wx' : 'r+');
    // The file was truncated or replaced after a failed attempt.
    if ((await handle.stat()).size < at) throw systemError('ENOENT', 'write');
    return writeAt(handle, Buffer.from(text), at);
  };
  const close = async (): Promise<void> => {
    await handle?.close();
    handle = null;
  };
  return {
    isPlain: false,
    decode(picture) {
      const side = largeSides[columns - 1];
      return side === undefined ? thumbnailOf(picture.id, deps) : copyWithin(mostBytes / pictures, side, picture.id, decoder);
    },
    async write({ picture, decoded }) {
      const type = decoded && thumbnailType(decoded.bytes);
      if (!decoded || !type) return 'not-converted';
      const made = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long' }).format(now());
      const start = figures === 0 ? sheetStart({ title, made, writtenBy }, choices) : '';
      const { width, height } = picture.file;
      const figure = sheetFigure({ type, bytes: decoded.bytes, width, height, alternative: path.posix.basename(picture.file.path), lines: captionOf(picture, captions, words) }, figures, columns);
      written = await put(start + figure, written);
      figures += 1;
      return 'copied';
    },
    async end(signal) {
      if (figures === 0) return;
      const length = await put(sheetEnd(words('sheet.closing', { pictures: figures })), written);
      await handle?.truncate(length);
      await handle?.sync();
      if (choices.kind === 'pdf') {
        await writeNew(pdfPart, await printPdf(part, signal));
        signal.throwIfAborted();
      }
      await close();
      const made = choices.kind === 'pdf' ? pdfPart : part;
      await keepMode(target, made);
      await replaceFile(made, target);
      await removePart(part);
    },
    async discard() {
      await close();
      await Promise.all([removePart(part), removePart(pdfPart)]);
    },
  };
}

/** A copy that takes no more than its share of the sheet. A picture with very much detail is made smaller for that. */
async function copyWithin(share: number, side: number, id: ImageId, decoder: SheetOutputDeps['decoder']): Promise<Decoded> {
  const decoded = await decoder.decode(id, { kind: 'copy', type: 'jpeg', quality: 0.85, side });
  if (!decoded.ok || decoded.bytes.length <= share) return decoded;
  // The bytes grow a little slower than the area.
  return decoder.decode(id, { kind: 'copy', type: 'jpeg', quality: 0.85, side: Math.floor(side * 0.9 * Math.sqrt(share / decoded.bytes.length)) });
}

/** A requested thumbnail is not made if the gallery no longer shows the picture. */
async function thumbnailOf(id: ImageId, { thumbnail, decoder }: Pick<SheetOutputDeps, 'thumbnail' | 'decoder'>): Promise<Decoded> {
  const bytes = await thumbnail(id);
  return bytes === null ? decoder.decode(id, { kind: 'thumbnail', side: thumbnailSide }) : { ok: true, bytes, width: 0, height: 0, colours: null, hash: null };
}

/** Writes all bytes. A disk that is nearly full may write fewer bytes than requested. Returns where they end. */
async function writeAt(handle: FileHandle, bytes: Uint8Array, at: number): Promise<number> {
  for (let done = 0; done < bytes.length;) done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  return at + bytes.length;
}

/** Replaces what an earlier attempt has left there. */
async function writeNew(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await writeAt(handle, bytes, 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Characters of a prompt. A page shows its first lines, and the rest if the mouse rests on it. */
const longestPrompt = 2_000;

/** The chosen lines below a picture. Lines without text are left out. */
function captionOf(picture: ExportedPicture, captions: readonly SheetCaption[], words: Words): readonly CaptionLine[] {
  return captions.map((caption): CaptionLine => ({ kind: caption === 'name' || caption === 'prompt' ? caption : 'other', text: lineOf(picture, caption, words) })).filter(({ text }) => text !== '');
}

function lineOf({ file, task, marks }: ExportedPicture, caption: SheetCaption, words: Words): string {
  const { request } = task;
  switch (caption) {
    case 'name':
      return path.posix.basename(file.path);
    case 'prompt': {
      const prompt = request.prompt.trim();
      return prompt.length > longestPrompt ? `${cutText(prompt, longestPrompt)}…` : prompt;
    }
    case 'settings': {
      const { seed } = usualSettings(task);
      return joined([request.model, request.size, request.quality && words('compose.quality-is', { quality: request.quality }), seed === null ? '' : words('sheet.seed', { seed })]);
    }
    case 'marks': {
      if (marks === null) return '';
      return joined(Object.values(marksSaid).map((say) => say?.(marks, words) ?? ''));
    }
    case 'date':
      return new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(task.createdAt);
    default:
      return assertNever(caption);
  }
}

/** Every mark, in the order in which they are said. Null: it is not said. */
const marksSaid: { readonly [Key in keyof ImageMarks]: ((marks: ImageMarks, words: Words) => string) | null } = {
  rating: ({ rating }, words) => (rating > 0 ? words('marks.rate', { rating }) : ''),
  favourite: ({ favourite }, words) => (favourite ? words('marks.favourite') : ''),
  flag: ({ flag }, words) => (flag ? words(`marks.flag.${flag}`) : ''),
  label: ({ label }, words) => (label ? words(`marks.label.${label}`) : ''),
  tags: ({ tags }) => tags.join(', '),
  note: null,
  albums: null,
  trashedAt: null,
};

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');
