/**
 * Version 9: `unread_names` has a row while file names and decomposed text (not NFC) are read in the background (`name-reading.ts`). The tasks with
 * ids from `next` to `last` are still to be read.
 */
export const unreadNames = /* sql */ `
  CREATE TABLE unread_names (next INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
`;
