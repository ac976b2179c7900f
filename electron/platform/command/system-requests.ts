import path from 'node:path';
import { quoted } from './command-place.ts';

/** What macOS and Windows are asked, in their own languages. */

/** Makes a link, for a shell of an administrator. */
export const linkCommand = (file: string, target: string): string => `mkdir -p ${quoted(path.posix.dirname(file))} && ln -sfh ${quoted(target)} ${quoted(file)}`;

/** Removes a link, for a shell of an administrator. */
export const removeCommand = (file: string): string => `rm ${quoted(file)}`;

/** Arguments of osascript that run a shell script once an administrator has agreed in macOS's own dialog. */
export const asAdministrator = (script: string): readonly string[] => ['-e', `do shell script "${script.replaceAll(/["\\]/g, String.raw`\$&`)}" with administrator privileges`];

/** Entries of the person's own PATH, as they stand: variables in them are not expanded, and the kind of the value stays. */
const open = `$key = [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey('Environment', $true)
$entries = @([string]$key.GetValue('Path', '', 'DoNotExpandEnvironmentNames') -split ';' | Where-Object { $_ })
$others = @($entries | Where-Object { $_ -ne $env:LATENT_FOLDER })`;

/** Removing a variable that is not there tells open programs that the environment has changed. */
const write = (entries: string): string => `${open}
$key.SetValue('Path', (${entries} -join ';'), 'ExpandString')
[Environment]::SetEnvironmentVariable('LATENT_NO_SUCH_VARIABLE', $null, 'User')`;

/** Scripts for PowerShell. LATENT_FOLDER is the folder. */
export const personPath = {
  read: `${open}
$entries.Count -ne $others.Count`,
  add: write('($others + $env:LATENT_FOLDER)'),
  remove: write('$others'),
} as const;
