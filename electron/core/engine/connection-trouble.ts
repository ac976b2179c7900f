import type { ConnectionTrouble } from '../../../shared/task.ts';

/** How OpenSSL and Node name a certificate that they do not accept. */
const certificateCodes = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY)$|INVALID_CA$|HOSTNAME_MISMATCH$)/;

/** What a code of the Http port says about why no connection came about: each is for somebody else to mend. */
export function connectionTrouble(code: string): ConnectionTrouble {
  switch (code) {
    case 'PROXY_AUTH':
      return 'proxy-password';
    case 'PROXY_REFUSED':
      return 'proxy-refused';
    case 'PROXY_UNREACHABLE':
    case 'PROXY_UNSUPPORTED':
      return 'proxy-unreachable';
    default:
      return certificateCodes.test(code) ? 'certificate' : 'network';
  }
}
