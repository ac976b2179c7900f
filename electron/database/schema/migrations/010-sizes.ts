/** Version 10: indexes by size, so that a search for a rare size does not read every row. They add 29 MB to a million pictures. */
export const sizes = /* sql */ `
  CREATE INDEX images_by_size ON images (width, height) WHERE status = 'kept';
  CREATE INDEX tasks_by_size ON tasks (size);
`;
