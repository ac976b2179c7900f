import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

/** Where Linux distributions keep their certificates. */
const linuxBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

let known: readonly string[] | null = null;

/**
 * The certificate authorities in PEM: the runtime's own, and those that the owner of the system trusts, such as a company's. Read once, for the
 * first connection. A change takes effect at the next start.
 */
export function trustedCertificates(): readonly string[] {
  known ??= [...new Set([...tls.rootCertificates, ...systemCertificates()].map((pem) => pem.trim()))];
  return known;
}

/** On Linux the distribution's file is always read, because some runtimes return nothing for the system's store. */
function systemCertificates(): readonly string[] {
  return [...fromSystemStore(), ...(process.platform === 'linux' ? fromDistribution() : [])];
}

function fromSystemStore(): readonly string[] {
  // Exists since Node 22.15. The types say that it always does.
  const read = (tls as { readonly getCACertificates?: typeof tls.getCACertificates }).getCACertificates;
  try {
    return read === undefined ? [] : read('system');
  } catch {
    // The other authorities remain.
    return [];
  }
}

function fromDistribution(): readonly string[] {
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

/** One certificate that cannot be parsed would make all others unusable. */
function isReadable(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
