// Loads compat.cjs in a utility process, then the file that the process was forked for.
'use strict';
require('./compat.cjs');

const entry = process.env.ELECTRON_COMPAT_ENTRY;
delete process.env.ELECTRON_COMPAT_ENTRY;
process.argv[1] = entry;
require(entry);
