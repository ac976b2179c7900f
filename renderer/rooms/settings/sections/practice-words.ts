/** The words in brackets that steer the practice service (electron/practice/bracket-words.ts), by what they act on. */
export const practiceWordGroups = {
  submission: ['refuse', 'no credits', 'limit', 'server error', 'garbage', 'hang', 'drop'],
  task: ['fail', 'stall', 'slow', 'forget', 'empty', 'many'],
  query: ['busy', 'outage', 'noise'],
  pictures: ['expire', 'damaged'],
} as const;

export type PracticeWordGroup = keyof typeof practiceWordGroups;

export const practiceWordGroupNames = Object.keys(practiceWordGroups) as readonly PracticeWordGroup[];
