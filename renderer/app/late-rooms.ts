/** What the first screen does not show. One chunk, loaded by use-late-rooms.ts. */
export { Compare } from '../rooms/compare/compare.tsx';
export { History } from '../rooms/history/history.tsx';
export { MatrixRoom } from '../rooms/matrix/matrix-room.tsx';
export { Queue } from '../rooms/queue/queue.tsx';
export { Spending } from '../rooms/spending/spending-room.tsx';
export { Settings } from '../rooms/settings/settings-room.tsx';
export { Viewer } from '../rooms/viewer/viewer.tsx';
