/** Version 14. A search reads all notes for every letter typed. In the index they lie together, which is ten times as fast as reading the row of each. */
export const notesInTheirIndex = /* sql */ `
  DROP INDEX images_noted;
  CREATE INDEX images_noted ON images (id, note) WHERE note IS NOT NULL;
`;
