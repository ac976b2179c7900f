import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import parseExpression from 'spdx-expression-parse';
import { Sentence } from '../say.ts';

/** A package of npm as it is installed. */
interface Installed {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}

/**
 * The software bill of materials of the app, as CycloneDX 1.6 in JSON: Electron, the command's Node and keyring, and the packages that are bundled in dist/, not the tools that
 * built it. The same build gives the same text. Throws a Sentence if dist/ is not there.
 */
export function billOfMaterials(folder: string): string {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const lock = read('package-lock.json') as Lock;
  const references = new Contrib.FromNodePackageJson.Factories.ExternalReferenceFactory();
  const builder = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(references, new Contrib.License.Factories.LicenseFactory(parseExpression));

  const componentOf = (manifest: Installed, type: Enums.ComponentType, integrity?: string): Models.Component => {
    const component = builder.makeComponent(manifest, type);
    if (component === undefined) throw new Error(`${manifest.name} has no usable manifest`);
    // The app itself is in no registry.
    component.purl = `pkg:${type === Enums.ComponentType.Application ? 'generic' : 'npm'}/${manifest.name.replace('@', '%40')}@${manifest.version}`;
    component.bomRef.value = component.purl;
    if (integrity !== undefined) component.hashes.set(...Contrib.FromNodePackageJson.Utils.parsePackageIntegrity(integrity));
    return component;
  };

  const app = componentOf(read('package.json') as Installed, Enums.ComponentType.Application);
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: app }) });
  bom.metadata.lifecycles.add(Enums.LifecyclePhase.Build);
  const found = [...bundledPackages(join(folder, 'dist')), ...['electron', ...besideCommand].map((name) => read(`node_modules/${name}/package.json`) as Installed)].map(({ name, version }) => {
    const place = Object.keys(lock.packages).find((path) => path.endsWith(`node_modules/${name}`) && lock.packages[path]?.version === version);
    if (place === undefined) throw new Sentence(`package-lock.json has no ${name} ${version}, which dist/ contains. \`npm ci && npm run build\` makes both fit.`);
    const manifest = read(`${place}/package.json`) as Installed;
    const type = runtimes.has(name) ? Enums.ComponentType.Framework : Enums.ComponentType.Library;
    return { manifest, component: componentOf(manifest, type, lock.packages[place]?.integrity) };
  });
  for (const { manifest, component } of found) {
    bom.components.add(component);
    app.dependencies.add(component.bomRef);
    for (const other of found) if (!runtimes.has(manifest.name) && other.manifest.name in (manifest.dependencies ?? {})) component.dependencies.add(other.component.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}

/** Their own packages depend on what installs them. */
const runtimes: ReadonlySet<string> = new Set(['electron', 'node']);

/** What packages have beside the command (.scripts/packages/command-folder.ts). Packages for macOS have another version of Node. */
const besideCommand = ['node', '@napi-rs/keyring'];

/** The packages that Vite lists beside each bundle (`license` in vite.config.ts), each once. Throws a Sentence if nothing is built. */
export function bundledPackages(dist: string): readonly { readonly name: string; readonly version: string }[] {
  const lists = existsSync(dist) ? readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => /licences[^/\\]*[/\\]?[\w-]*\.md$/.test(file)) : [];
  if (lists.length === 0) throw new Sentence('Nothing is built yet, so nobody knows what is bundled: run `npm run build` first.');
  const headings = lists.flatMap((file) => Array.from(readFileSync(join(dist, file), 'utf8').matchAll(/^## (\S+) - (\d\S*) \(.*\)$/gm)));
  const packages = new Map(headings.map(([, name = '', version = '']) => [`${name}@${version}`, { name, version }]));
  return [...packages.keys()].sort().map((key) => packages.get(key) ?? { name: '', version: '' });
}
