import { spawnSync } from 'node:child_process';
import { Sentence } from '../say.ts';

/** What a person does to an app that no tool can be attached to: a packaged Latent refuses debuggers. Each throws a Sentence if it cannot. */
export interface Hands {
  /** Whether the process shows a window. */
  seesWindow(pid: number): boolean;
  /** Brings its window to the front, goes to the field for prompts, and types there in place of what is in it. */
  type(pid: number, text: string): void;
  /** Presses the keys that send a prompt. */
  send(pid: number): void;
  /** Saves what is on the screen as a PNG file. */
  photograph(file: string): void;
}

/** The hands of this system. Linux needs xdotool and ImageMagick. `text` is small letters, digits and spaces. */
export function handsHere(): Hands {
  if (process.platform === 'darwin') return onMac;
  return process.platform === 'win32' ? onWindows : onLinux;
}

const onLinux: Hands = {
  seesWindow: () => windowOnLinux() !== '',
  type(_pid, text) {
    focusOnLinux();
    must('xdotool', ['key', 'ctrl+l', 'ctrl+a']);
    must('xdotool', ['type', '--delay', '30', text]);
  },
  send() {
    focusOnLinux();
    must('xdotool', ['key', 'ctrl+Return']);
  },
  photograph: (file) => must('import', ['-window', 'root', file]),
};

/** Without a window manager, nothing else gives a window the keyboard. */
function focusOnLinux(): void {
  must('xdotool', ['windowfocus', '--sync', windowOnLinux()]);
}

/** The window's id; empty if there is none. By class, because an AppImage's window belongs to a child of the process that was started. */
function windowOnLinux(): string {
  const { status, stdout, stderr, error } = spawnSync('xdotool', ['search', '--onlyvisible', '--class', '^latent$'], { encoding: 'utf8' });
  // 1 without a word: it found none.
  if (error !== undefined || (status !== 0 && stderr.trim() !== '')) throw new Sentence(`xdotool did not succeed: ${error?.message ?? stderr.trim()}`);
  return stdout.trim().split('\n').at(-1) ?? '';
}

const onMac: Hands = {
  // A program that has just been started is no process of System Events yet.
  seesWindow: (pid) => appleScript(`if not (exists (processes whose unix id is ${pid})) then return false`, inProcess(pid, 'return (count of windows) > 0')) === 'true',
  type(pid, text) {
    appleScript(inProcess(pid, 'set frontmost to true', 'delay 1', 'keystroke "l" using command down', 'keystroke "a" using command down', `keystroke "${text}"`));
  },
  send(pid) {
    appleScript(inProcess(pid, 'set frontmost to true', 'keystroke return using command down'));
  },
  photograph: (file) => must('screencapture', ['-x', file]),
};

const inProcess = (pid: number, ...lines: readonly string[]): string => [`tell (first process whose unix id is ${pid})`, ...lines, 'end tell'].join('\n');

function appleScript(...lines: readonly string[]): string {
  return must('osascript', ['-e', ['tell application "System Events"', ...lines, 'end tell'].join('\n')]);
}

const onWindows: Hands = {
  seesWindow: (pid) => powerShell(`$app = Get-Process -Id ${pid} -ErrorAction SilentlyContinue`, '($null -ne $app) -and ($app.MainWindowHandle -ne 0)') === 'True',
  type: (pid, text) => pressOnWindows(pid, '^l', '^a', text),
  send: (pid) => pressOnWindows(pid, '^{ENTER}'),
  photograph(file) {
    powerShell(
      'Add-Type -AssemblyName System.Windows.Forms, System.Drawing',
      '$screen = [System.Windows.Forms.Screen]::PrimaryScreen.Bounds',
      '$picture = New-Object System.Drawing.Bitmap $screen.Width, $screen.Height',
      '[System.Drawing.Graphics]::FromImage($picture).CopyFromScreen($screen.Location, [System.Drawing.Point]::Empty, $screen.Size)',
      `$picture.Save('${file}')`,
    );
  },
};

function pressOnWindows(pid: number, ...keys: readonly string[]): void {
  powerShell(
    'Add-Type -AssemblyName System.Windows.Forms',
    '$shell = New-Object -ComObject WScript.Shell',
    `for ($tries = 0; -not $shell.AppActivate(${pid}); $tries++) { if ($tries -eq 10) { throw 'Its window does not come to the front.' }; Start-Sleep 1 }`,
    'Start-Sleep 1',
    ...keys.map((each) => `[System.Windows.Forms.SendKeys]::SendWait('${each}')`),
  );
}

function powerShell(...lines: readonly string[]): string {
  // Otherwise PowerShell goes on after most errors, and ends with 0.
  return must('powershell', ['-NoProfile', '-Command', ["$ErrorActionPreference = 'Stop'", ...lines].join('\n')]);
}

/** What a program said. Throws a Sentence with its complaint if it did not succeed. */
function must(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Sentence(`${program} did not succeed: ${error?.message ?? (stderr.trim() || stdout.trim())}`);
  return stdout.trim();
}
