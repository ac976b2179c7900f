import type { frame as english } from '../en/frame.en.ts';
import type { Translation } from '../translation.ts';

export const frame = {
  'compose.form': 'Neues Bild',
  'compose.prompt': 'Prompt',
  'compose.placeholder': 'Beschreibe ein Bild…',
} satisfies Translation<typeof english>;
