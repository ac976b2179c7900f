import { accountHandlers } from './account-handlers.ts';
import { albumHandlers } from './album-handlers.ts';
import { assistantHandlers } from './assistant-handlers.ts';
import type { Handlers } from './answer.ts';
import { appHandlers } from './app-handlers.ts';
import { commandHandlers } from './command-handlers.ts';
import { diagnosticsHandlers } from './diagnostics-handlers.ts';
import { exportHandlers } from './export-handlers.ts';
import { folderHandlers } from './folder-handlers.ts';
import type { HandlerServices } from './handler-services.ts';
import { imageHandlers } from './image-handlers.ts';
import { importHandlers } from './import-handlers.ts';
import { ledgerHandlers } from './ledger-handlers.ts';
import { libraryHandlers } from './library-handlers.ts';
import { marksHandlers } from './marks-handlers.ts';
import { matrixHandlers } from './matrix-handlers.ts';
import { mirrorHandlers } from './mirror-handlers.ts';
import { moneyHandlers } from './money-handlers.ts';
import { programHandlers } from './program-handlers.ts';
import { promptHandlers } from './prompt-handlers.ts';
import { referenceHandlers } from './reference-handlers.ts';
import { searchesHandlers } from './searches-handlers.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { statisticsHandlers } from './statistics-handlers.ts';
import { taskHandlers } from './task-handlers.ts';
import { undoHandlers } from './undo-handlers.ts';
import { updateHandlers } from './update-handlers.ts';
import { windowsHandlers } from './windows-handlers.ts';
import { wildcardHandlers } from './wildcard-handlers.ts';

/** The handler of every channel. */
export function allHandlers(services: HandlerServices): Handlers {
  return {
    ...appHandlers(services),
    ...taskHandlers(services),
    ...libraryHandlers(services),
    ...marksHandlers(services),
    ...matrixHandlers(services),
    ...importHandlers(services),
    ...exportHandlers(services),
    ...referenceHandlers(services),
    ...searchesHandlers(services),
    ...albumHandlers(services),
    ...promptHandlers(services),
    ...imageHandlers(services),
    ...settingsHandlers(services),
    ...mirrorHandlers(services),
    ...folderHandlers(services),
    ...wildcardHandlers(services),
    ...accountHandlers(services),
    ...moneyHandlers(services),
    ...statisticsHandlers(services),
    ...ledgerHandlers(services),
    ...diagnosticsHandlers(services),
    ...undoHandlers(services),
    ...commandHandlers(services),
    ...updateHandlers(services),
    ...windowsHandlers(services),
    ...assistantHandlers(services),
    ...programHandlers(services),
  };
}
