/** What the first screen does not show. One chunk, loaded by use-late-rooms.ts. */
export { BudgetDialog } from '../rooms/prices/budget-dialog.tsx';
export { FieldsDialog } from '../rooms/compose/fields-dialog.tsx';
export { PresetDialog } from '../rooms/compose/preset-dialog.tsx';
export { PricesDialog } from '../rooms/prices/prices-dialog.tsx';
export { SubmitQuestion } from '../rooms/questions/submit-question.tsx';
export { AccountDialog } from '../rooms/settings/accounts/account-dialog.tsx';
export { ReferenceDialog } from '../rooms/settings/accounts/reference-dialog.tsx';
export { TaskQuestions } from '../rooms/questions/task-questions.tsx';
export { History } from '../rooms/history/history.tsx';
export { ListDialog } from '../rooms/list/list-dialog.tsx';
export { Queue } from '../rooms/queue/queue.tsx';
export { NameSearchDialog } from '../rooms/sidebar/name-search-dialog.tsx';
export { Spending } from '../rooms/spending/spending.tsx';
export { Settings } from '../rooms/settings/settings.tsx';
export { ShortcutsDialog } from '../rooms/shortcuts/shortcuts-dialog.tsx';
export { WildcardsDialog } from '../rooms/wildcards/wildcards-dialog.tsx';
export { Viewer } from '../rooms/viewer/viewer.tsx';
