import { Sentence } from '../say.ts';

/** Who answers for a package: what its fields "homepage" and "maintainer" say. */
export interface Publisher {
  readonly homepage: string;
  /** `Name <address>`. */
  readonly maintainer: string;
  /** Whether both are real. Without them, a package is for this computer alone. */
  readonly isReal: boolean;
}

/** What a package says that nobody answers for. Names under `.invalid` lead nowhere, and look so. */
const nobody = { homepage: 'https://not-released.invalid', maintainer: 'Not a release <nobody@not-released.invalid>' };

/** Names that RFC 2606 and 6761 reserve. */
const reserved = /(?:^|\.)(?:example|invalid|test|localhost|local)$|(?:^|\.)example\.(?:com|net|org)$/i;

/**
 * Homepage and maintainer: LATENT_HOMEPAGE and LATENT_MAINTAINER, or else `homepage` of package.json and its `author`, if that has an address. What is
 * empty counts as not given, because a workflow sets its unset variables to that. Throws a Sentence for what is given and cannot be real.
 */
export function findPublisher(environment: NodeJS.ProcessEnv, manifest: { readonly homepage?: unknown; readonly author?: unknown }): Publisher {
  const homepage = textOf(environment['LATENT_HOMEPAGE']) ?? textOf(manifest.homepage);
  const author = textOf(manifest.author);
  const maintainer = textOf(environment['LATENT_MAINTAINER']) ?? (author?.includes('<') ? author : undefined);
  if (homepage !== undefined && !isRealPage(homepage)) throw new Sentence(`${homepage} is not the address of a homepage: it must be https, and its name must not be reserved.`);
  if (maintainer !== undefined && !isRealMaintainer(maintainer)) throw new Sentence(`“${maintainer}” names no maintainer: write “Name <address>”, and no reserved name.`);
  return { homepage: homepage ?? nobody.homepage, maintainer: maintainer ?? nobody.maintainer, isReal: homepage !== undefined && maintainer !== undefined };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function isRealPage(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.hostname.includes('.') && !reserved.test(url.hostname);
}

function isRealMaintainer(text: string): boolean {
  const [, host] = /^[^<>\n]+ <[^<>\s@]+@([^<>\s@]+\.[^<>\s@]+)>$/.exec(text) ?? [];
  return host !== undefined && !reserved.test(host);
}
