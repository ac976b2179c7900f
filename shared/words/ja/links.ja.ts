import type { links as english } from '../en/links.en.ts';
import type { Translation } from '../translation.ts';

export const links = {
  'links.prompt': 'リンクからプロンプトを取り込みました。何も送信されていません。入力欄で取り消すと元の内容に戻ります',
  'links.search': 'リンクから検索を取り込みました',
  'links.task': 'リンクのタスクです。一覧にない場合、この履歴にはありません',
  'links.picture': 'リンクの画像です',
  'links.no-picture': 'このリンクの画像は、このライブラリにありません。',
  'links.copy': 'これへのリンクをコピー',
  'links.copy-picture': '画像へのリンク',
  'links.copy-task': 'タスクへのリンク',
  'links.copy-search': 'この検索へのリンクをコピー',
  'links.copied': 'リンクをコピーしました。このコンピューターのLatentで開きます',
  'links.refused.unknown': 'Latentの知らないリンクなので、何もしませんでした。新しいバージョンが必要かもしれません。',
  'links.refused.damaged': 'このリンクは壊れているので、何もしませんでした。',
  'links.refused.too-long': 'このリンクは長すぎるので、何もしませんでした。',
  'links.unread.unreadable': '「{name}」を読めなかったので、何も変更していません。',
  'links.unread.too-large': '「{name}」はプロンプトのファイルとしては大きすぎるので、何も変更していません。リストとして開くには、ウィンドウにドロップしてください。',
  'links.others': '最新のものだけを開きました。{count, plural, other {ほかの#件のリンクやファイルは開いていません}}',
  'links.too-many': '{count, plural, other {1分間に届いた数が多すぎたため、#件のリンクやファイルを開きませんでした。}}何も変更されていません。',
  'links.waits': 'Latentで開くよう求められたものは、このダイアログを閉じると表示されます。',
} satisfies Translation<typeof english>;
