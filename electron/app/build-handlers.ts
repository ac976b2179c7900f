import { accountHandlers, type AccountHandlersInput } from '../ipc/account-handlers.ts';
import type { Handlers } from '../ipc/answer.ts';
import { appHandlers, type AppHandlersInput } from '../ipc/app-handlers.ts';
import { diagnosticsHandlers, type DiagnosticsHandlersInput } from '../ipc/diagnostics-handlers.ts';
import { exportHandlers, type ExportHandlersInput } from '../ipc/export-handlers.ts';
import { imageHandlers, type ImageHandlersInput } from '../ipc/image-handlers.ts';
import { importHandlers, type ImportHandlersInput } from '../ipc/import-handlers.ts';
import { ledgerHandlers, type LedgerHandlersInput } from '../ipc/ledger-handlers.ts';
import { libraryHandlers, type LibraryHandlersInput } from '../ipc/library-handlers.ts';
import { marksHandlers, type MarksHandlersInput } from '../ipc/marks-handlers.ts';
import { searchesHandlers, type SearchesHandlersInput } from '../ipc/searches-handlers.ts';
import { settingsHandlers, type SettingsHandlersInput } from '../ipc/settings-handlers.ts';
import { taskHandlers, type TaskHandlersInput } from '../ipc/task-handlers.ts';

/** What all handlers need together. */
type HandlersInput = AppHandlersInput &
  TaskHandlersInput &
  LibraryHandlersInput &
  MarksHandlersInput &
  ImportHandlersInput &
  ExportHandlersInput &
  SearchesHandlersInput &
  ImageHandlersInput &
  SettingsHandlersInput &
  AccountHandlersInput &
  LedgerHandlersInput &
  DiagnosticsHandlersInput;

/** The handler of every channel. */
export function buildHandlers(input: HandlersInput): Handlers {
  return {
    ...appHandlers(input),
    ...taskHandlers(input),
    ...libraryHandlers(input),
    ...marksHandlers(input),
    ...importHandlers(input),
    ...exportHandlers(input),
    ...searchesHandlers(input),
    ...imageHandlers(input),
    ...settingsHandlers(input),
    ...accountHandlers(input),
    ...ledgerHandlers(input),
    ...diagnosticsHandlers(input),
  };
}
