/**
 * Version 3: pictures that a person removed for good. The row stays, so that the history still shows what was bought and the picture is not
 * requested from the service again. Its status is `expired`, as for a picture that is no longer available.
 */
export const removedPictures = /* sql */ `
  ALTER TABLE images ADD COLUMN removed_at INTEGER CHECK (removed_at IS NULL OR status = 'expired');
`;
