import type { first as english } from '../en/first.en.ts';
import type { Translation } from '../translation.ts';

export const first = {
  'first.at': 'ステップ{step}/{steps}',
  'first.skip': 'スキップ',
  'first.close': '最初のステップを閉じる',

  'first.try.title': 'Latentへようこそ',
  'first.try.explained': '文を書くと、サービスが画像を作ります。Latentはそれをこのコンピューターに保管し、誤って二重に支払うことはありません。',
  'first.try.practice': '練習用の画像で試す',
  'first.try.practice-explained': '練習用の画像は無料で、このコンピューターの外には何も送られません。',
  'first.try.key': 'キーを持っている…',

  'first.folder.title': '画像の保存先',
  'first.folder.usual': '画像はそれぞれ普通のファイルとして、ほかの画像と同じ場所にあるこのフォルダーに入ります。',
  'first.folder.chosen': '画像はそれぞれ普通のファイルとして、選択したこのフォルダーに入ります。',
  'first.folder.free': '空き{free}',
  'first.folder.keep': 'このフォルダーを使う',
  'first.folder.choose': '別のフォルダーを選択…',
  'first.folder.import': 'ほかのプログラムの画像が見つかりました。選んだものがコピーされ、元のファイルはそのまま残ります。',
  'first.folder.import-some': '{count, plural, other {{tool}から#枚の画像を読み込む}}',
  'first.folder.import-many': '{count, plural, other {{tool}から#枚を超える画像を読み込む}}',

  'first.write.title': '文を書く',
  'first.write.explained': '上の入力欄に画像の説明を書き、{keys}を押すか「生成する」をクリックします。思いつかないときは、この例をどうぞ。',
  'first.write.explained-button': '上の入力欄に画像の説明を書き、「生成する」をクリックします。思いつかないときは、この例をどうぞ。',
  'first.write.done': '完了',
} satisfies Translation<typeof english>;
