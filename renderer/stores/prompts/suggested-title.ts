/** Most characters of a suggested title. */
const longest = 60;

/** A title for a prompt: its first words, without the options and template syntax that begin or follow them. */
export function suggestedTitle(prompt: string): string {
  const plain = prompt
    .replaceAll(/\$\{[^{}]*\}/g, ' ')
    .replaceAll(/__([^_\s]+)__/g, '$1')
    .replaceAll(/[{}]/g, '')
    .replaceAll(/\s--\w.*$/gs, '');
  const line = (plain.split('\n').find((text) => text.trim() !== '') ?? prompt).replaceAll(/\s+/g, ' ').trim() || prompt.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= longest) return line.replace(/[.,;:]+$/, '');
  const cut = characters.slice(0, longest).join('');
  // A script without spaces is cut anywhere.
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0)) || cut;
  return `${words.replace(/[\s.,;:]+$/, '')}…`;
}
