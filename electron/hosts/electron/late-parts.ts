/** What start-app.ts loads once the page has its files, and main.ts if another process has the profile. One more chunk would divide main's first one. */
export { compose } from '../../compose/compose.ts';
export { startBackground } from './background.ts';
export { takeDroppedFiles } from './dropped-files.ts';
export { createElectronHost } from './electron-host.ts';
export { servePrograms } from './serve-programs.ts';
export { takeOver } from './take-over.ts';
