import type { news as english } from '../en/news.en.ts';
import type { Translation } from '../translation.ts';

export const news = {
  'news.title': 'Neu in Latent {version}',
  'news.read-all': 'Alles lesen',
  'news.close': 'Schließen',
  'news.all': 'Was sich geändert hat',
  'news.all-explained': 'Alle Versionen, die neueste zuerst.',

  'news.line.1': 'Wofür du bezahlst, wird vor dem Senden festgehalten und nur einmal gesendet.',
  'news.line.2': 'Jedes Bild, das du gemacht hast, ist hier, auch ohne Netz, und im Nu gefunden.',
  'news.line.3': 'Bilder anderer Programme kommen mit, samt ihren Prompts.',
  'news.line.4': 'Mit einem Übungsdienst kannst du alles kostenlos ausprobieren.',
} satisfies Translation<typeof english>;
