import path from 'node:path';
import { databaseWorkerFile } from '../support/built-threads.ts';
import { downloadChaos, submissionChaos, type Submission } from './chaos.ts';
import { killRounds } from './kill-rounds.ts';
import type { Family } from './tally.ts';

const times = (count: number, make: () => Submission): readonly Submission[] => Array.from({ length: count }, make);

/** SIGKILL around the POST, with five submissions a round, four of them under way at once. */
export const submitKills: Family = (options) =>
  killRounds(options, {
    name: 'submit-kills',
    stoppedBy: ['SIGKILL'],
    workerFile: databaseWorkerFile,
    points: ['before-intent', 'after-intent', 'after-submitting', 'post-sent', 'before-id', 'after-id', 'picture-arriving'],
    passes: 5,
    randomMs: 400,
    submissions: (dice) => times(5, () => submissionChaos(dice)),
  });

/** SIGKILL while pictures arrive, and between a picture's file and its row. */
export const downloadKills: Family = (options) =>
  killRounds(options, {
    name: 'download-kills',
    stoppedBy: ['SIGKILL'],
    workerFile: databaseWorkerFile,
    points: ['picture-arriving', 'before-picture-row', 'after-picture-row', 'picture-arriving', 'before-completion', 'after-completion'],
    passes: 6,
    randomMs: 700,
    submissions: (dice) => times(4, () => downloadChaos(dice)),
  });

/** SIGTERM or SIGINT, mostly while a POST is under way. */
export const signals: Family = (options) =>
  killRounds(options, {
    name: 'signals',
    stoppedBy: ['SIGTERM', 'SIGINT'],
    workerFile: databaseWorkerFile,
    points: ['post-sent'],
    passes: 5,
    randomMs: 400,
    submissions: (dice) => times(5, () => submissionChaos(dice)),
  });

/** The database's thread dies up to five times a round, at random statements. */
export const threadDeaths: Family = (options) =>
  killRounds(options, {
    name: 'thread-deaths',
    stoppedBy: [],
    threadDies: true,
    workerFile: path.resolve(import.meta.dirname, '../support/dying-worker.cjs'),
    points: [],
    passes: 0,
    randomMs: 0,
    submissions: (dice) => times(5, () => submissionChaos(dice)),
  });
