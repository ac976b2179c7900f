/** What start-app.ts loads once the window is open. */
export { compose } from '../../compose/compose.ts';
export { takeDroppedFiles } from './dropped-files.ts';
export { createElectronHost } from './electron-host.ts';
export { handleAll } from './handle-calls.ts';
