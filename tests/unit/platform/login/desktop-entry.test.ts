import { expect, test } from 'vitest';
import { autostartEntry, readAutostartEntry } from '../../../../electron/platform/login/desktop-entry.ts';

const execOf = (program: string, ...args: readonly string[]): string => /^Exec=(.*)$/m.exec(autostartEntry({ program, args }))?.[1] ?? '';

/** Desktop Entry Specification 1.5, "The Exec key": words are quoted first, and the whole is then escaped as every string is. */
test.each([
  ['/opt/Latent/latent', '/opt/Latent/latent --hidden'],
  ['/home/jo/My Apps/Latent.AppImage', '"/home/jo/My Apps/Latent.AppImage" --hidden'],
  ['/home/jo/50%/latent', '/home/jo/50%%/latent --hidden'],
  ['/home/jo/a"b/latent', String.raw`"/home/jo/a\\"b/latent" --hidden`],
  ['/home/jo/$HOME/latent', String.raw`"/home/jo/\\$HOME/latent" --hidden`],
  ['/home/jo/`id`/latent', String.raw`"/home/jo/\\${'`'}id\\${'`'}/latent" --hidden`],
  ['/home/jo/a\\b/latent', String.raw`"/home/jo/a\\\\b/latent" --hidden`],
  ["/home/jo/it's/latent", `"/home/jo/it's/latent" --hidden`],
  ['/home/jo/Bilder ß 猫/latent', '"/home/jo/Bilder ß 猫/latent" --hidden'],
  ['/home/jo/two\nlines/latent', String.raw`"/home/jo/two\nlines/latent" --hidden`],
])('%j is started by %j', (program, exec) => {
  expect(execOf(program, '--hidden')).toBe(exec);
  const read = readAutostartEntry(autostartEntry({ program, args: ['--hidden'] }));
  expect(read).toEqual({ isOn: true, program, isOurs: true });
});

test('the whole entry', () => {
  expect(autostartEntry({ program: '/home/jo/My Apps/Latent.AppImage', args: ['--user-data-dir=/home/jo/a b', '--hidden'] })).toBe(`[Desktop Entry]
Type=Application
Name=Latent
Exec="/home/jo/My Apps/Latent.AppImage" "--user-data-dir=/home/jo/a b" --hidden
TryExec=/home/jo/My Apps/Latent.AppImage
Icon=latent
Terminal=false
StartupNotify=false
X-GNOME-Autostart-enabled=true
X-Latent-Autostart=true
`);
});

test.each([
  ['Hidden=true', { isOn: false, program: '/opt/Latent/latent', isOurs: true }],
  ['Hidden = true ', { isOn: false, program: '/opt/Latent/latent', isOurs: true }],
  ['X-GNOME-Autostart-enabled=false', { isOn: false, program: '/opt/Latent/latent', isOurs: true }],
  ['[Desktop Action x]\nHidden=true', { isOn: true, program: '/opt/Latent/latent', isOurs: true }],
  ['Exec=env X=1 latent', { isOn: true, program: 'env', isOurs: true }],
])('what a desktop has added: %j', (added, read) => {
  expect(readAutostartEntry(`${autostartEntry({ program: '/opt/Latent/latent', args: [] })}${added}\n`)).toEqual(read);
});

test('an entry of menus that a tool has copied', () => {
  expect(readAutostartEntry('[Desktop Entry]\nName=Latent\nExec=/opt/Latent/latent %U\nIcon=latent\n')).toEqual({ isOn: true, program: '/opt/Latent/latent', isOurs: false });
  expect(readAutostartEntry('')).toEqual({ isOn: true, program: null, isOurs: false });
});
