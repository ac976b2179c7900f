/** Limits for reading files from unknown sources. */
export const limits = {
  /** Bytes of one text or one block, after inflating. */
  blockBytes: 2 * 1024 * 1024,
  /** Bytes of all blocks of one file together. */
  fileBytes: 8 * 1024 * 1024,
  /** Texts kept from one file. */
  texts: 200,
  /** PNG chunks, JPEG segments or RIFF chunks read. With libpng's usual 8 KiB per chunk, they amount to 400 MiB. */
  steps: 50_000,
  /** Characters of a prompt, and of a short field like a name. */
  promptLength: 100_000,
  shortLength: 500,
  tags: 500,
} as const;
