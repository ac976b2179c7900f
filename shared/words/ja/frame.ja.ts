import type { frame as english } from '../en/frame.en.ts';
import type { Translation } from '../translation.ts';

export const frame = {
  'compose.form': '新しい画像',
  'compose.prompt': 'プロンプト',
  'compose.placeholder': '画像の説明を書いてください…',
} satisfies Translation<typeof english>;
