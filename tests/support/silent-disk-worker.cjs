// The thread of the history beside a disk that never answers: to list a folder that is a pipe keeps a thread of Node's pool until somebody writes to it.
'use strict';
const { lstatSync } = require('node:fs');
const files = require('node:fs/promises');
const path = require('node:path');

const { open, readdir } = files;
files.readdir = async (folder, ...rest) => {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isFIFO()) return readdir(folder, ...rest);
  await (await open(folder)).close();
  return [];
};

require(path.resolve(__dirname, '../../test-results/threads/database-worker.cjs'));
