/** Version 8: accounts can be removed and stay as the name of their tasks, and may name the web pages for keys and billing. */
export const removedAccounts = /* sql */ `
  ALTER TABLE accounts ADD COLUMN removed_at INTEGER;
  ALTER TABLE accounts ADD COLUMN key_console TEXT;
  ALTER TABLE accounts ADD COLUMN billing_console TEXT;
`;
