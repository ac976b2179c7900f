/**
 * Version 9: `unread_names` has a row while the names of files, and texts that came in pieces, are read in the background (`name-reading.ts`): the ids
 * of the tasks from `next` to `last` are still to be read.
 */
export const unreadNames = /* sql */ `
  CREATE TABLE unread_names (next INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
`;
