import { spawnSync } from 'node:child_process';
import { Sentence } from '../say.ts';

/** What a person does to an app that no tool can be attached to: a packaged Latent refuses debuggers. */
export interface Hands {
  /** Whether the process shows a window. */
  seesWindow(pid: number): boolean;
  /** Brings its window to the front, types there, and presses the keys that send a prompt. */
  typeAndSend(pid: number, text: string): void;
  /** Saves what is on the screen as a PNG file. */
  photograph(file: string): void;
}

/** The hands of this system. Linux needs xdotool and ImageMagick. `text` is letters, digits and spaces. */
export function handsHere(): Hands {
  if (process.platform === 'darwin') return onMac;
  return process.platform === 'win32' ? onWindows : onLinux;
}

const onLinux: Hands = {
  seesWindow: () => windowOnLinux() !== '',
  typeAndSend(_pid, text) {
    // Without a window manager, nothing gives a window the keyboard.
    must('xdotool', ['windowfocus', '--sync', windowOnLinux()]);
    must('xdotool', ['type', '--delay', '30', text]);
    must('xdotool', ['key', 'ctrl+Return']);
  },
  photograph: (file) => must('import', ['-window', 'root', file]),
};

/** The window's id; empty if there is none. By class, because an AppImage's window belongs to a child of the process that was started. */
function windowOnLinux(): string {
  return spawnSync('xdotool', ['search', '--onlyvisible', '--class', '^latent$'], { encoding: 'utf8' }).stdout.trim().split('\n').at(-1) ?? '';
}

const onMac: Hands = {
  seesWindow: (pid) => appleScript(pid, 'return (count of windows) > 0') === 'true',
  typeAndSend(pid, text) {
    appleScript(pid, `set frontmost to true\ndelay 1\nkeystroke "${text}"\nkeystroke return using command down`);
  },
  photograph: (file) => must('screencapture', ['-x', file]),
};

function appleScript(pid: number, lines: string): string {
  const script = `tell application "System Events" to tell (first process whose unix id is ${pid})\n${lines}\nend tell`;
  return spawnSync('osascript', ['-e', script], { encoding: 'utf8' }).stdout.trim();
}

const onWindows: Hands = {
  seesWindow: (pid) => powerShell(`(Get-Process -Id ${pid}).MainWindowHandle -ne 0`) === 'True',
  typeAndSend(pid, text) {
    powerShell(
      `Add-Type -AssemblyName System.Windows.Forms
      [void](New-Object -ComObject WScript.Shell).AppActivate(${pid})
      Start-Sleep 1
      [System.Windows.Forms.SendKeys]::SendWait('${text}')
      [System.Windows.Forms.SendKeys]::SendWait('^{ENTER}')`,
    );
  },
  photograph(file) {
    powerShell(
      `Add-Type -AssemblyName System.Windows.Forms, System.Drawing
      $screen = [System.Windows.Forms.Screen]::PrimaryScreen.Bounds
      $picture = New-Object System.Drawing.Bitmap $screen.Width, $screen.Height
      [System.Drawing.Graphics]::FromImage($picture).CopyFromScreen($screen.Location, [System.Drawing.Point]::Empty, $screen.Size)
      $picture.Save('${file}')`,
    );
  },
};

function powerShell(script: string): string {
  return spawnSync('powershell', ['-NoProfile', '-Command', script], { encoding: 'utf8' }).stdout.trim();
}

function must(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Sentence(`${program} did not succeed: ${error?.message ?? stderr.trim()}`);
}
