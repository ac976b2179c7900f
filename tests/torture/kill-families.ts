import path from 'node:path';
import { databaseWorkerFile } from '../support/built-threads.ts';
import { downloadChaos, submissionChaos } from './chaos.ts';
import { killRounds } from './kill-rounds.ts';
import type { Family } from './tally.ts';

/** SIGKILL around the POST, with five submissions a round, four of them under way at once. */
export const submitKills: Family = (options) =>
  killRounds(options, {
    name: 'submit-kills',
    stoppedBy: ['SIGKILL'],
    workerFile: databaseWorkerFile,
    points: ['before-intent', 'after-intent', 'after-submitting', 'post-sent', 'before-id', 'after-id', 'picture-arriving'],
    submissionsPerRound: 5,
    passes: 5,
    randomMs: 400,
    chaos: submissionChaos,
  });

/** SIGKILL while pictures arrive, and between a picture's file and its row. */
export const downloadKills: Family = (options) =>
  killRounds(options, {
    name: 'download-kills',
    stoppedBy: ['SIGKILL'],
    workerFile: databaseWorkerFile,
    points: ['picture-arriving', 'before-picture-row', 'after-picture-row', 'picture-arriving', 'before-completion', 'after-completion'],
    submissionsPerRound: 4,
    passes: 6,
    randomMs: 700,
    chaos: downloadChaos,
  });

/** SIGTERM or SIGINT, mostly while a POST is under way. */
export const signals: Family = (options) =>
  killRounds(options, {
    name: 'signals',
    stoppedBy: ['SIGTERM', 'SIGINT'],
    workerFile: databaseWorkerFile,
    points: ['post-sent'],
    submissionsPerRound: 5,
    passes: 5,
    randomMs: 400,
    chaos: submissionChaos,
  });

/** The database's thread dies up to five times a round, at random statements. */
export const threadDeaths: Family = (options) =>
  killRounds(options, {
    name: 'thread-deaths',
    stoppedBy: [],
    threadDies: true,
    workerFile: path.resolve(import.meta.dirname, '../support/dying-worker.cjs'),
    points: [],
    submissionsPerRound: 5,
    passes: 0,
    randomMs: 0,
    chaos: submissionChaos,
  });
