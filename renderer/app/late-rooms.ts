/** What the first screen does not show. One chunk, loaded by use-late-rooms.ts. */
export { Compare } from '../rooms/compare/compare.tsx';
export { MatrixRoom } from '../rooms/matrix/matrix-room.tsx';
export { Spending } from '../rooms/spending/spending-room.tsx';
export { Statistics, StatisticsTabs } from '../rooms/statistics/statistics-room.tsx';
export { Settings } from '../rooms/settings/settings-room.tsx';
export { Tasks } from '../rooms/tasks/tasks-room.tsx';
export { Viewer } from '../rooms/viewer/viewer.tsx';
