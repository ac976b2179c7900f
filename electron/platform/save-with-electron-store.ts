import { readFileSync } from 'node:fs';
import path from 'node:path';
import Store from 'electron-store';
import { AppFailure } from '../../shared/errors.ts';
import { placeWholeFileSync } from '../core/util/whole-file.ts';
import type { Save } from './stores/json-store.ts';

/** electron-store does not notice a short write. So it writes the part, which is read again before it replaces the file. */
export const saveWithElectronStore: Save = (file, value) => {
  const text = JSON.stringify(value, null, '\t');
  placeWholeFileSync(file, (part) => {
    const { dir, name, ext } = path.parse(part);
    new Store<Record<string, unknown>>({ cwd: dir, name, fileExtension: ext.slice(1), configFileMode: 0o600, serialize: () => text }).store = value;
    if (readFileSync(part, 'utf8') !== text) throw new AppFailure('disk-full', file);
  });
};
