/** The operating system's encrypted storage. */
export interface Secrets {
  /** Whether a keyring protects newly encrypted text. The resulting bytes decide, not what the system claims. */
  protects(): Promise<boolean>;
  encrypt(text: string): Promise<Uint8Array>;
  /** Rejects if the bytes cannot be decrypted (a locked or reset keyring, another user, another machine). */
  decrypt(bytes: Uint8Array): Promise<string>;
  /** Tries again after `decrypt` rejected, because the keyring may be unlocked by now. `asked`: a person is waiting, so the system may ask for the keyring's password. */
  decryptAgain(bytes: Uint8Array, asked: boolean): Promise<string>;
}
