import type { ReactElement } from 'react';

/** A dialog that renders nothing could be neither seen nor closed, and its question would stay open for ever: see `NothingToAsk`. */
type ImportedDialog = () => Promise<(props: never) => ReactElement>;

/** Every dialog, by its kind. Its code is imported when it is asked for. */
export const dialogTable = {
  account: async () => (await import('../rooms/settings/accounts/account-dialog.tsx')).AccountDialog,
  'add-to-album': async () => (await import('../rooms/sidebar/add-to-album-dialog.tsx')).AddToAlbumDialog,
  budget: async () => (await import('../rooms/prices/budget-dialog.tsx')).BudgetDialog,
  'cancel-rest': async () => (await import('../rooms/tasks/dialogs/cancel-rest-question.tsx')).CancelRestQuestion,
  'choose-account': async () => (await import('../rooms/settings/accounts/account-choice.tsx')).ChooseQuestion,
  confirm: async () => (await import('../ui/dialogs/confirm-dialog.tsx')).ConfirmDialog,
  'cull-summary': async () => (await import('../rooms/viewer/cull/cull-summary.tsx')).CullSummary,
  'edit-task': async () => (await import('../rooms/tasks/dialogs/edit-dialog.tsx')).EditDialog,
  export: async () => (await import('../parts/export/export-dialog.tsx')).ExportDialog,
  fields: async () => (await import('../rooms/compose/choices/fields-dialog.tsx')).FieldsDialog,
  'keep-best': async () => (await import('../parts/pictures/keep-best-dialog.tsx')).KeepBestDialog,
  'left-out-files': async () => (await import('../ui/dialogs/file-list-dialog.tsx')).FileListDialog,
  licences: async () => (await import('../rooms/settings/sections/licences-dialog.tsx')).LicencesDialog,
  list: async () => (await import('../rooms/list/list-dialog.tsx')).ListDialog,
  palette: async () => (await import('../rooms/palette/palette-dialog.tsx')).PaletteDialog,
  prices: async () => (await import('../rooms/prices/prices-dialog.tsx')).PricesDialog,
  prompts: async () => (await import('../rooms/prompts/prompts-dialog.tsx')).PromptsDialog,
  references: async () => (await import('../rooms/settings/accounts/reference-dialog.tsx')).ReferenceDialog,
  release: async () => (await import('../rooms/settings/updates/release-dialog.tsx')).ReleaseDialog,
  'remove-account': async () => (await import('../rooms/settings/accounts/account-removal.tsx')).RemoveQuestion,
  repeats: async () => (await import('../rooms/settings/accounts/repeats-dialog.tsx')).RepeatsDialog,
  shortcuts: async () => (await import('../rooms/shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
  submission: async () => (await import('../rooms/questions/submit-question.tsx')).SubmitQuestion,
  tags: async () => (await import('../rooms/tags/tags-dialog.tsx')).TagsDialog,
  task: async () => (await import('../rooms/questions/task-questions.tsx')).TaskQuestions,
  text: async () => (await import('../ui/dialogs/text-dialog.tsx')).TextDialog,
  vary: async () => (await import('../rooms/compose/vary-dialog.tsx')).VaryDialog,
  'watch-task': async () => (await import('../rooms/tasks/dialogs/watch-task-dialog.tsx')).WatchTaskDialog,
  wildcards: async () => (await import('../rooms/wildcards/wildcards-dialog.tsx')).WildcardsDialog,
} satisfies Readonly<Record<string, ImportedDialog>>;

type Table = typeof dialogTable;
type PropsByKind = { readonly [Kind in keyof Table]: Parameters<Awaited<ReturnType<Table[Kind]>>>[0] };

declare module '../ui/dialogs/ask.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- it merges with the one there
  interface DialogKinds extends PropsByKind {}
}
