/** What start-app.ts loads once the window is open. */
export { handleAll } from '../ipc/answer.ts';
export { takeDroppedFiles } from '../ipc/dropped-files.ts';
export { buildServices } from './builders/build-services.ts';
