import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

/** Where Linux distributions keep their bundle. */
const linuxBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

let known: readonly string[] | null = null;

/**
 * The authorities that may certify a server, in PEM: those that came with the runtime, and those that the system's owner
 * trusts (a company's own, for one). Read once, when the first connection needs them; a change holds from the next start.
 */
export function trustedCertificates(): readonly string[] {
  known ??= [...new Set([...tls.rootCertificates, ...systemCertificates()].map((pem) => pem.trim()))];
  return known;
}

/** On Linux the file is read in any case: not every runtime that is built for it asks the system when it says so. */
function systemCertificates(): readonly string[] {
  return [...toldBySystem(), ...(process.platform === 'linux' ? bundledByDistribution() : [])];
}

function toldBySystem(): readonly string[] {
  // Since Node 22.15; types say that it is always there.
  const ask = (tls as { readonly getCACertificates?: typeof tls.getCACertificates }).getCACertificates;
  try {
    return ask === undefined ? [] : ask('system');
  } catch {
    // A store that cannot be read leaves the other authorities.
    return [];
  }
}

function bundledByDistribution(): readonly string[] {
  const named = process.env['SSL_CERT_FILE'];
  for (const file of named === undefined ? linuxBundles : [named]) {
    try {
      const blocks = readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
      if (blocks.length > 0) return blocks.filter(isReadable);
    } catch {
      // The next one.
    }
  }
  return [];
}

/** A certificate that cannot be read must not make the others unusable. */
function isReadable(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
