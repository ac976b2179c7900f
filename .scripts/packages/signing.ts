/** Deletes variables of signing that are empty, as secrets that nobody set are. electron-builder would take them for certificates. */
export function forgetEmptySecrets(environment: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(environment)) if (value === '' && /^(?:WIN_)?CSC_|^APPLE_/.test(name)) delete environment[name];
}

/** A line about how the packages of a system are signed: by whom, or what is missing for it. electron-builder reads the same variables. */
export function signingLine(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  const has = (...names: readonly string[]): boolean => names.every((name) => (environment[name] ?? '') !== '');
  if (platform === 'darwin') {
    if (!has('CSC_LINK') && !has('CSC_NAME')) return 'not signed: set CSC_LINK and CSC_KEY_PASSWORD, or CSC_NAME. macOS refuses to open it elsewhere';
    const notarised = has('APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER') || has('APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID') || has('APPLE_KEYCHAIN_PROFILE');
    if (notarised) return 'signed, and notarised by Apple';
    return 'signed, not notarised: set APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER. macOS refuses to open it elsewhere';
  }
  if (platform === 'win32') {
    if (has('WIN_CSC_LINK') || has('CSC_LINK') || has('AZURE_TENANT_ID', 'AZURE_CLIENT_ID')) return 'signed';
    return 'not signed: set WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD. Windows warns before it is installed';
  }
  return 'not signed, as is usual for single Linux packages: publish their checksums';
}
