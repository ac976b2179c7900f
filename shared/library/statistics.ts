/** How many pictures of the library each day has, by the time when their tasks were created, as the search `on:` finds them. In local time, the newest first. Days without a picture are left out. */
export interface PictureDays {
  /** The keys of the days (`dayKey`). */
  readonly keys: Int32Array;
  readonly pictures: Int32Array;
}

/** Upper bounds of the spans that waits are counted in, in seconds. The last span has no bound. */
export const waitBounds = [5, 10, 20, 30, 60, 120, 300, 600] as const;

/** How long pictures took, from the submission of their task until they were saved. */
export interface Waits {
  /** Pictures whose time was measured. */
  readonly pictures: number;
  /** Milliseconds. */
  readonly median: number;
  /** Nine of ten pictures took no longer, in milliseconds. */
  readonly ninetieth: number;
  /** How many took as long as each span of `waitBounds`. */
  readonly spans: readonly number[];
}

export interface ModelStatistics {
  /** Empty: no model is known. */
  readonly model: string;
  /** In the library. */
  readonly pictures: number;
  /** Those that are favourites, have a rating or are picked. */
  readonly liked: number;
  /** In the trash. They are not among `pictures`. */
  readonly trashed: number;
  readonly waits: Waits | null;
}

/** The originals of a month. */
export interface MonthStatistics {
  /** Months since the year 0. */
  readonly month: number;
  readonly pictures: number;
  readonly bytes: number;
  readonly trashed: number;
  readonly trashedBytes: number;
}

/** Statistics of the pictures of a year, or of all. */
export interface PictureStatistics {
  /** In the library. */
  readonly pictures: number;
  /** Those that were imported. */
  readonly imported: number;
  /** The model with the most pictures first. */
  readonly models: readonly ModelStatistics[];
  /** Null: no service has made a picture. */
  readonly waits: Waits | null;
  /** Times are measured for this many of the newest pictures at most. */
  readonly mostMeasured: number;
  /** The newest first. Months without a picture are left out. */
  readonly months: readonly MonthStatistics[];
}

/** What the person can have removed, because it is made again or of no use. Never an original. */
export const freeable = ['thumbnails', 'parts'] as const;
export type Freeable = (typeof freeable)[number];

/** What Latent keeps on this disk besides originals, in bytes. */
export interface DiskUse {
  /** The database and what belongs to it. */
  readonly history: number;
  readonly thumbnails: number;
  readonly backups: number;
  /** Copies of reference pictures, in all library folders. */
  readonly references: number;
  /** Damaged files that were put aside. */
  readonly quarantine: number;
  readonly updates: number;
  /** What downloads of earlier runs left. */
  readonly parts: number;
}

export interface Freed {
  /** By how much less is on the disk now. */
  readonly bytes: number;
  /** Files that could not be removed. */
  readonly failed: number;
}
