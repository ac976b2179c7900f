import { submissionChaos } from './chaos.ts';
import type { Family } from './family.ts';
import { killRounds } from './kill-rounds.ts';

/** Kills around the POST: five tasks a round, four of them under way at once. */
export const submitKills: Family = (ordeal) =>
  killRounds(ordeal, {
    name: 'submit-kills',
    points: ['before-intent', 'after-intent', 'after-submitting', 'post-sent', 'before-id', 'after-id', 'picture-arriving'],
    tasksPerRound: 5,
    passes: 5,
    randomMs: 400,
    scripted: submissionChaos,
  });
