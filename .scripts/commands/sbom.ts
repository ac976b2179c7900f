import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../child.ts';
import { billOfMaterials } from '../releases/sbom.ts';

/** Writes what dist/ contains into FOLDER (release/, if omitted), as CycloneDX: `npm run sbom -- FOLDER`. */
export default function sbom([folder = 'release']: readonly string[]): number {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  const file = resolve(root, folder, `latent-${version}.cdx.json`);
  const text = billOfMaterials(root);
  mkdirSync(resolve(root, folder), { recursive: true });
  writeFileSync(file, `${text}\n`);
  console.log(file);
  return 0;
}
