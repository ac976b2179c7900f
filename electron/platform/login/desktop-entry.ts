/** What opens Latent at login on Linux: a program, absolute, and its arguments. */
export interface Autostart {
  readonly program: string;
  readonly args: readonly string[];
}

/** An entry in the folder of programs that are started at login (Desktop Application Autostart Specification), as far as it matters. */
export interface ReadEntry {
  /** False: the person, or the settings of the desktop, switched it off. */
  readonly isOn: boolean;
  /** Null: it names no program. */
  readonly program: string | null;
  /** Whether Latent wrote it. The tools of desktops copy entries of menus there, too. */
  readonly isOurs: boolean;
}

/** Tools of desktops keep lines that they do not know. */
const mark = 'X-Latent-Autostart';

/** The text of the entry. `TryExec`: once Latent was removed, desktops skip the entry without a message. */
export function autostartEntry({ program, args }: Autostart): string {
  return `[Desktop Entry]
Type=Application
Name=Latent
Exec=${stringValue([program, ...args].map(quotedWord).join(' '))}
TryExec=${stringValue(program)}
Icon=latent
Terminal=false
StartupNotify=false
X-GNOME-Autostart-enabled=true
${mark}=true
`;
}

/** Reads what may have been changed by a person or a tool since it was written. */
export function readAutostartEntry(text: string): ReadEntry {
  const values = new Map<string, string>();
  let isInGroup = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) isInGroup = line.trim() === '[Desktop Entry]';
    const [, key, value] = /^([\w-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (isInGroup && key !== undefined && value !== undefined) values.set(key, value.trimEnd());
  }
  const exec = values.get('Exec');
  return {
    isOn: values.get('Hidden') !== 'true' && values.get('X-GNOME-Autostart-enabled') !== 'false',
    program: exec === undefined ? null : firstWord(plainValue(exec)),
    isOurs: values.get(mark) === 'true',
  };
}

/** A word of `Exec`, before the escapes of every string. `%` begins a field code. */
function quotedWord(word: string): string {
  const whole = word.replaceAll('%', '%%');
  return /^[\w@%+=:,./-]+$/.test(whole) ? whole : `"${whole.replaceAll(/["`$\\]/g, String.raw`\$&`)}"`;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' };
const plain: Readonly<Record<string, string>> = { '\\': '\\', n: '\n', t: '\t', r: '\r', s: ' ' };

/** A value of the type string. Space at its beginning would be cut off. */
const stringValue = (text: string): string => text.replaceAll(/[\\\n\t\r]/g, (sign) => escapes[sign] ?? sign).replace(/^ /, '\\s');
const plainValue = (value: string): string => value.replaceAll(/\\(.)/g, (whole, sign: string) => plain[sign] ?? whole);

function firstWord(exec: string): string | null {
  const [, quoted, bare] = /^\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))/.exec(exec) ?? [];
  const word = quoted === undefined ? bare : quoted.replaceAll(/\\(.)/g, '$1');
  return word?.replaceAll('%%', '%') ?? null;
}
