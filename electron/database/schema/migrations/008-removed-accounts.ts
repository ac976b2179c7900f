/** Version 8: accounts can be removed, and can name the web pages for keys and billing. A removed account stays as a name for its tasks. */
export const removedAccounts = /* sql */ `
  ALTER TABLE accounts ADD COLUMN removed_at INTEGER;
  ALTER TABLE accounts ADD COLUMN key_console TEXT;
  ALTER TABLE accounts ADD COLUMN billing_console TEXT;
`;
