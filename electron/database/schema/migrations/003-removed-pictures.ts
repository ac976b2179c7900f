/**
 * Version 3: pictures that a person removed for good. The row stays, so that the history still says what was bought and nothing asks
 * the service for the picture again; for the schema it is one that cannot be had any more.
 */
export const removedPictures = /* sql */ `
  ALTER TABLE images ADD COLUMN removed_at INTEGER CHECK (removed_at IS NULL OR status = 'expired');
`;
