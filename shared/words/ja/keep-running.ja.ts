import type { keepRunning as english } from '../en/keep-running.en.ts';
import type { Translation } from '../translation.ts';

export const keepRunning = {
  'keep-running.title': 'ウィンドウを閉じてもLatentを動かし続けますか？',
  'keep-running.tasks': '{count, plural, other {進行中または待機中のタスクが#件あります。}}',
  'keep-running.icon': '動き続けると、送信、確認、保存が続きます。通知領域のアイコンか、Latentをもう一度開くとウィンドウが表示されます。終了すると、タスクは次にLatentを開いたときに続きます。これは「設定」の「外観」で変更できます。',
  'keep-running.no-icon': '動き続けると、送信、確認、保存が続きます。Latentをもう一度開くとウィンドウが表示されます。終了すると、タスクは次にLatentを開いたときに続きます。これは「設定」の「外観」で変更できます。',
  'keep-running.keep': '動き続ける',
  'keep-running.quit': '終了',
} satisfies Translation<typeof english>;
