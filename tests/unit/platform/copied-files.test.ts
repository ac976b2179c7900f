import { expect, it } from 'vitest';
import { copiedFiles } from '../../../electron/platform/copied-files.ts';

const of = (name: string): string => `electron application/osclipboard;format="${name}"`;

it('writes the formats that file managers of each system read, with names as data', () => {
  const files = ['/a/fox & "boat" 1%.png', '/a/é\n.png'];
  expect(copiedFiles(files, 'linux')).toEqual({
    [of('x-special/gnome-copied-files')]: 'copy\nfile:///a/fox%20&%20%22boat%22%201%25.png\nfile:///a/%C3%A9%0A.png',
    [of('text/uri-list')]: 'file:///a/fox%20&%20%22boat%22%201%25.png\r\nfile:///a/%C3%A9%0A.png\r\n',
  });
  expect(copiedFiles(['/a/<fox> & boat.png'], 'darwin')[of('NSFilenamesPboardType')]).toContain('<array><string>/a/&lt;fox&gt; &amp; boat.png</string></array>');
  expect(copiedFiles(files, 'win32')).toEqual({});
});
