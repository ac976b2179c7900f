import type { frame as english } from '../en/frame.en.ts';
import type { Translation } from '../translation.ts';

export const frame = {
  'compose.form': 'Nouvelle image',
  'compose.prompt': 'Prompt',
  'compose.placeholder': 'Décrivez une image…',
} satisfies Translation<typeof english>;
