import { accountHandlers } from '../../ipc/account-handlers.ts';
import { albumHandlers } from '../../ipc/album-handlers.ts';
import type { Handlers } from '../../ipc/answer.ts';
import { appHandlers } from '../../ipc/app-handlers.ts';
import { diagnosticsHandlers } from '../../ipc/diagnostics-handlers.ts';
import { exportHandlers } from '../../ipc/export-handlers.ts';
import { folderHandlers } from '../../ipc/folder-handlers.ts';
import type { HandlerServices } from '../../ipc/handler-services.ts';
import { imageHandlers } from '../../ipc/image-handlers.ts';
import { importHandlers } from '../../ipc/import-handlers.ts';
import { ledgerHandlers } from '../../ipc/ledger-handlers.ts';
import { libraryHandlers } from '../../ipc/library-handlers.ts';
import { marksHandlers } from '../../ipc/marks-handlers.ts';
import { matrixHandlers } from '../../ipc/matrix-handlers.ts';
import { moneyHandlers } from '../../ipc/money-handlers.ts';
import { presetHandlers } from '../../ipc/preset-handlers.ts';
import { promptHandlers } from '../../ipc/prompt-handlers.ts';
import { referenceHandlers } from '../../ipc/reference-handlers.ts';
import { searchesHandlers } from '../../ipc/searches-handlers.ts';
import { settingsHandlers } from '../../ipc/settings-handlers.ts';
import { taskHandlers } from '../../ipc/task-handlers.ts';
import { windowsHandlers } from '../../ipc/windows-handlers.ts';
import { wildcardHandlers } from '../../ipc/wildcard-handlers.ts';

/** The handler of every channel. */
export function buildHandlers(services: HandlerServices): Handlers {
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
    ...presetHandlers(services),
    ...promptHandlers(services),
    ...imageHandlers(services),
    ...settingsHandlers(services),
    ...folderHandlers(services),
    ...wildcardHandlers(services),
    ...accountHandlers(services),
    ...moneyHandlers(services),
    ...ledgerHandlers(services),
    ...diagnosticsHandlers(services),
    ...windowsHandlers(services),
  };
}
