/**
 * Whether a prompt is a template. One that is not is sent exactly as it was typed: no comment is removed and no space changed. A JSON
 * object or array is no template, because some services take such prompts.
 */
export function isTemplate(text: string): boolean {
  return (text.includes('{') || (text.includes('__') && hasWildcard(text))) && !isJson(text);
}

function hasWildcard(text: string): boolean {
  return text.split('\n').some((line) => {
    const open = line.search(/__[^\s_|}]/);
    return open !== -1 && line.includes('__', open + 3);
  });
}

function isJson(text: string): boolean {
  const trimmed = text.trim();
  if (!/^(\{[^]*\}|\[[^]*\])$/.test(trimmed)) return false;
  try {
    JSON.parse(trimmed);
    return true;
  } catch {
    return false;
  }
}
