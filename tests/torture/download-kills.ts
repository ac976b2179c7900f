import { downloadChaos } from './chaos.ts';
import type { Family } from './family.ts';
import { killRounds } from './kill-rounds.ts';

/** Kills while pictures arrive, and between a picture's file and its row. */
export const downloadKills: Family = (ordeal) =>
  killRounds(ordeal, {
    name: 'download-kills',
    points: ['picture-arriving', 'before-picture-row', 'after-picture-row', 'picture-arriving', 'before-completion', 'after-completion'],
    tasksPerRound: 4,
    passes: 6,
    randomMs: 700,
    scripted: downloadChaos,
  });
