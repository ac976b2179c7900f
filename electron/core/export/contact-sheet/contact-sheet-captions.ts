import path from 'node:path';
import type { SheetCaption } from '../../../../shared/export/contact-sheet-choices.ts';
import type { ImageMarks } from '../../../../shared/library/marks.ts';
import { cutText } from '../../../../shared/request/plain-text.ts';
import { assertNever } from '../../../../shared/result.ts';
import type { Words } from '../../../../shared/words/index.ts';
import type { ExportedPicture } from '../exported-picture.ts';
import { usualSettings } from '../../metadata/writing/picture-facts.ts';
import type { CaptionLine } from './contact-sheet-page.ts';

/** Characters of a prompt. A page shows its first lines, and the rest if the mouse rests on it. */
const longestPrompt = 2_000;

/** The chosen lines below a picture. Lines without text are left out. */
export function captionOf(picture: ExportedPicture, captions: readonly SheetCaption[], words: Words): readonly CaptionLine[] {
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
      return joined([request.model, request.size, request.quality, seed === null ? '' : words('sheet.seed', { seed })]);
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
