/** Limits for reading files from unknown sources. */
export const limits = {
  /** Bytes of one text or one block, after inflating. Graphs of ComfyUI with pictures in them have some megabytes. */
  blockBytes: 8 * 1024 * 1024,
  /** Bytes of all blocks of one file together. */
  fileBytes: 24 * 1024 * 1024,
  /** Lists and objects in one JSON text. Each takes some fifty bytes of memory, and only two in the text. */
  brackets: 500_000,
  /** Texts kept from one file. */
  texts: 200,
  /** PNG chunks, JPEG segments or RIFF chunks read. With libpng's usual 8 KiB per chunk, they amount to 400 MiB. */
  steps: 50_000,
  /** Characters of a prompt, and of a short field like a name. */
  promptLength: 100_000,
  shortLength: 500,
  tags: 500,
} as const;
