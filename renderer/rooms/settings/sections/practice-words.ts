/** The words in brackets that control the practice service (electron/practice/bracket-words.ts), grouped by what they affect. */
export const practiceWordGroups = {
  submission: ['refuse', 'no credits', 'limit', 'server error', 'garbage', 'hang', 'drop'],
  task: ['fail', 'stall', 'slow', 'forget', 'empty', 'many'],
  query: ['busy', 'outage', 'noise'],
  pictures: ['expire', 'damaged'],
} as const;

export type PracticeWordGroup = keyof typeof practiceWordGroups;

export const practiceWordGroupNames = Object.keys(practiceWordGroups) as readonly PracticeWordGroup[];
