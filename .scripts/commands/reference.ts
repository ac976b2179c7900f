import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manualPage, referenceFiles, withReference } from '../command-reference.ts';
import { root } from '../child.ts';

/** Writes the reference of the command line into docs/command-line.md, and the manual page, from the definitions of the commands. */
export default async function reference(): Promise<number> {
  const document = join(root, referenceFiles.document);
  writeFileSync(document, withReference(readFileSync(document, 'utf8')));
  writeFileSync(join(root, referenceFiles.manual), manualPage());
  return 0;
}
