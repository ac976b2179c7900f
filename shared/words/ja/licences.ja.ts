import type { licences as english } from '../en/licences.en.ts';
import type { Translation } from '../translation.ts';

export const licences = {
  'licences.open': 'ライセンス…',
  'licences.title': 'ライセンス',
  'licences.explained': 'Latentはフリーソフトウェアです。{count, plural, other {#個のパッケージとElectronを含み、それぞれに独自のライセンスがあります。}}',
  'licences.chromium': 'Chromiumの表示',
  'licences.no-text': 'このパッケージはライセンスの名前を示していますが、本文は含んでいません。',
} satisfies Translation<typeof english>;
