/** What start-app.ts loads once the page has its files. */
export { compose } from '../../compose/compose.ts';
export { takeDroppedFiles } from './dropped-files.ts';
export { createElectronHost } from './electron-host.ts';
