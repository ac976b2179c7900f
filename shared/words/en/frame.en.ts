/** Words of: what can be written in before the app is there, which main puts into the page. Values are ICU messages. */
export const frame = {
  'compose.form': 'New picture',
  'compose.prompt': 'Prompt',
  'compose.placeholder': 'Describe a picture…',
} as const;
