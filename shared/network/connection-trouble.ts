import type { ConnectionTrouble } from '../task.ts';

/** Codes of OpenSSL and Node for a certificate that is not accepted. */
const certificateCodes = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY)$|INVALID_CA$|HOSTNAME_MISMATCH$)/;

/** Why no connection could be made, from a code of the Http port. */
export function connectionTrouble(code: string): ConnectionTrouble {
  switch (code) {
    case 'PROXY_AUTH':
      return 'proxy-password';
    case 'PROXY_REFUSED':
      return 'proxy-refused';
    case 'PROXY_UNREACHABLE':
    case 'PROXY_UNSUPPORTED':
      return 'proxy-unreachable';
    case 'ECONNREFUSED':
      return 'connection-refused';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'name-not-found';
    case 'ENETUNREACH':
    case 'ENETDOWN':
      return 'network';
    default:
      return certificateCodes.test(code) ? 'certificate' : 'unreachable';
  }
}

/** Without a network, no name is found and no host answers. A host that refuses or presents a certificate was reached. */
export function unlessOffline<T extends string>(trouble: T, isOnline: () => boolean): T | 'network' {
  return (trouble === 'name-not-found' || trouble === 'unreachable') && !isOnline() ? 'network' : trouble;
}

/** A server answered a TLS handshake with something else, most probably because it is spoken to over https and answers over http. */
export const answersUnencrypted = (code: string): boolean => /^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/.test(code);

/** A server answered a request with something else than HTTP, such as a TLS alert. */
export const answersUnreadably = (code: string): boolean => code.startsWith('HPE_');
