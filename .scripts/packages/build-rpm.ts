import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackageContents } from './package-contents.ts';
import { runTool } from './run-tool.ts';

interface RpmOptions {
  /** As fpm names it: xzmt, xz, gzip, none, … */
  readonly compression: string;
  readonly summary: string;
}

/** What dpkg and rpm call a processor. */
const architectures: Readonly<Record<string, string>> = { amd64: 'x86_64', x86_64: 'x86_64', arm64: 'aarch64', aarch64: 'aarch64' };

/** rpm's names for compressions. */
const payloads: Readonly<Record<string, string>> = { xzmt: 'w6T.xzdio', xz: 'w6.xzdio', gzip: 'w9.gzdio', none: 'w0.gzdio' };

/** Folders of the system. A package that owned them would remove them. */
const systemFolders = /^\/(opt|usr|usr\/share|usr\/share\/(applications|bash-completion|bash-completion\/completions|doc|fish|fish\/vendor_completions.d|licenses|man|man\/man1|metainfo|mime|mime\/packages|zsh|zsh\/vendor-completions|icons|icons\/hicolor(\/[^/]+){0,2}))$/;

/** Makes an .rpm of a folder. Throws if rpmbuild fails. */
export function buildRpm(contents: PackageContents, { compression, summary }: RpmOptions): void {
  const work = mkdtempSync(join(tmpdir(), 'latent-rpm-'));
  try {
    const spec = join(work, 'latent.spec');
    writeFileSync(spec, specFile(contents, payloads[compression] ?? payloads['xz'] ?? '', summary));
    const architecture = architectures[contents.architecture];
    if (architecture === undefined) throw new Error(`rpm has no name for ${contents.architecture}`);
    const made = join(work, 'made');
    mkdirSync(made);
    runTool('rpmbuild', ['-bb', '--quiet', '--target', `${architecture}-linux`, '--define', `_topdir ${work}`, '--define', `_rpmdir ${made}`, '--define', '_rpmfilename latent.rpm', spec]);
    copyFileSync(join(made, 'latent.rpm'), contents.output);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function specFile({ folder, name, version, description, maintainer, vendor, url, license, depends, afterInstall, afterRemove }: PackageContents, payload: string, summary: string): string {
  const requires = depends.map((each) => `Requires: ${each}\n`).join('');
  return `# Files are packed as they are: neither stripped nor searched for dependencies.
%global __os_install_post %{nil}
%global debug_package %{nil}
%define _build_id_links none
%define _binary_payload ${payload}
%define _buildhost localhost
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
Name: ${name}
Version: ${version}
Release: 1
Summary: ${summary.trim().split('\n')[0] ?? ''}
License: ${license}
Vendor: ${vendor}
Packager: ${maintainer}
URL: ${url}
AutoReqProv: no
${requires}
%description
${description.trim()}

%install
cp -a '${folder}/.' '%{buildroot}'

%files
${listed(folder, '').join('\n')}

%post
${script(afterInstall)}

%postun
${script(afterRemove)}
`;
}

/** Lines of %files: each file, and each folder that is the package's own. */
function listed(top: string, below: string): readonly string[] {
  return readdirSync(join(top, below), { withFileTypes: true }).flatMap((entry) => {
    const place = `${below}/${entry.name}`;
    if (!entry.isDirectory()) return [`%attr(-, root, root) "${place}"`];
    const own = systemFolders.test(place) ? [] : [`%dir %attr(-, root, root) "${place}"`];
    return [...own, ...listed(top, place)];
  });
}

/** A percent sign begins a macro of rpm. */
const script = (file: string): string => readFileSync(file, 'utf8').replaceAll('%', '%%');
