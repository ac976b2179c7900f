import { promptFingerprint } from '../../tables/tasks/prompt-fingerprint.ts';

/** Version 13. Tasks can be found by their whole prompt, apart from spaces around it. An index of a new column would take four times as long. */
export const tasksByPrompt = /* sql */ `
  CREATE INDEX tasks_by_prompt ON tasks (${promptFingerprint('trim(prompt)')}) WHERE trim(prompt) <> '';
`;
