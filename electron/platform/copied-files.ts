import { pathToFileURL } from 'node:url';

/**
 * Files as other programs take them from the clipboard, by the system's format. Empty where Electron's clipboard cannot hold files: on Windows, it only
 * writes formats that have a name, and the format of files (CF_HDROP) has a number. `FileNameW` has a name, but holds one file.
 */
export function copiedFiles(files: readonly string[], platform: NodeJS.Platform): Readonly<Record<string, string>> {
  if (platform === 'darwin') return { [formatOf('NSFilenamesPboardType')]: propertyList(files) };
  if (platform === 'win32') return {};
  const addresses = files.map((file) => pathToFileURL(file).href);
  // GNOME and its relatives take the first, KDE and others take the second.
  return { [formatOf('x-special/gnome-copied-files')]: `copy\n${addresses.join('\n')}`, [formatOf('text/uri-list')]: addresses.map((address) => `${address}\r\n`).join('') };
}

const formatOf = (name: string): string => `electron application/osclipboard;format="${name}"`;

function propertyList(files: readonly string[]): string {
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const items = files.map((file) => `<string>${escaped(file)}</string>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0"><array>${items}</array></plist>`;
}
