/** Expressions that are evaluated in the page. */

/** How many thumbnails count as "there". */
const enough = 6;
/** CSS pixels that the thumb of a scroll bar has at least. */
const shortestThumb = 18;

const painted = (images: string): string => `new Promise((done, failed) => {
  const deadline = performance.now() + 60000;
  const look = () => {
    const seen = [...document.querySelectorAll(${JSON.stringify(images)})].filter((image) => {
      const { bottom, top } = image.getBoundingClientRect();
      return image.complete && image.naturalWidth > 0 && bottom > 0 && top < innerHeight;
    });
    if (seen.length >= ${enough}) requestAnimationFrame(() => done(performance.timeOrigin + performance.now()));
    else if (performance.now() > deadline) failed(new Error('no thumbnails within a minute'));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** When the first thumbnails were painted, in milliseconds since the epoch; looked for once a frame. The page begins with those that it showed last. */
export const thumbnailsPainted = painted('.frame-picture img, [data-image-id] img');

/** The same for pictures that can be acted on. */
export const cellsPainted = painted('[data-image-id] img');

/** When something was first painted, in milliseconds since the epoch, as Chromium noted it. */
export const firstPaint = `new Promise((done) => {
  const look = () => {
    const entry = performance.getEntriesByName('first-contentful-paint')[0];
    if (entry) done(performance.timeOrigin + entry.startTime);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** When the window was first painted with a field for the prompt, in milliseconds since the epoch: a person can begin to write. */
export const usefulPaint = `new Promise((done) => {
  const look = () => {
    const entry = performance.getEntriesByName('first-contentful-paint')[0];
    if (entry && document.querySelector('textarea')) done(performance.timeOrigin + entry.startTime);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Remembers which pictures are in the document; a jump begins with the next key, or now where the mouse makes it. */
export const beforeJump = `(() => {
  const before = new Set([...document.querySelectorAll('[data-image-id]')].map((cell) => cell.dataset.imageId));
  const jump = (globalThis.jump = { before, begun: performance.now() });
  addEventListener('keydown', ({ timeStamp }) => (jump.begun = timeStamp), { capture: true, once: true });
})()`;

/** Milliseconds from there until every cell in sight shows its thumbnail, and some of them pictures that were not in the document before. */
export const afterJump = `new Promise((done, failed) => {
  const { before } = globalThis.jump;
  const deadline = performance.now() + 20000;
  const look = () => {
    const grid = document.querySelector('[role="grid"]').getBoundingClientRect();
    const cells = [...document.querySelectorAll('[role="gridcell"]')].filter((cell) => {
      const { bottom, top } = cell.getBoundingClientRect();
      return bottom > grid.top && top < grid.bottom;
    });
    const pictures = cells.flatMap((cell) => [...cell.querySelectorAll('[data-image-id]')]);
    const others = pictures.filter((picture) => !before.has(picture.dataset.imageId)).length;
    const waiting = cells.filter((cell) => cell.ariaBusy === 'true').length + pictures.filter((picture) => !(picture.querySelector('img')?.naturalWidth > 0)).length;
    if (others >= ${enough} && waiting === 0) done(performance.now() - globalThis.jump.begun);
    else if (performance.now() > deadline) failed(new Error('within 20 seconds ' + others + ' other pictures came into sight, and ' + waiting + ' were waited for'));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** The middle of a picture in sight, in CSS pixels of the window. */
export const placeOfPicture = `(async () => {
  for (;;) {
    const pictures = [...document.querySelectorAll('[data-image-id]')].map((cell) => cell.getBoundingClientRect());
    const found = pictures.find(({ top, bottom }) => top > innerHeight * 0.2 && bottom < innerHeight);
    if (found) return { x: found.left + found.width / 2, y: found.top + found.height / 2 };
    // Those of a view that main refused, because a picture was written down out of turn, come with the next.
    await new Promise(requestAnimationFrame);
  }
})()`;

/** The smallest id among pictures in the document: the oldest there. */
export const oldestShown = `Math.min(...[...document.querySelectorAll('[data-image-id]')].map((cell) => Number(cell.dataset.imageId)))`;

/** The thumb of the sheet's scroll bar, and where its middle can go; Chromium gives no such place, but its scroll bars are simple. */
export const thumb = `(() => {
  const grid = document.querySelector('[role="grid"]');
  const { right, top, height } = grid.getBoundingClientRect();
  const length = Math.max(height * Math.min(1, height / grid.scrollHeight), ${shortestThumb});
  const way = height - length;
  const gone = grid.scrollTop / Math.max(grid.scrollHeight - height, 1);
  return { x: right - 6, y: top + length / 2 + way * gone, top: top + length / 2, bottom: top + length / 2 + way };
})()`;

/** How far down the scroll bar stands, from 0 to 1. */
export const shareScrolled = `(() => {
  const grid = document.querySelector('[role="grid"]');
  return grid.scrollTop / (grid.scrollHeight - grid.clientHeight);
})()`;

/** Back to the newest. */
export const toFirst = `document.querySelector('[role="grid"]').scrollTo({ top: 0 })`;

/** A `PeerLayout`: what the contact sheet measures. */
export const measuresOfSheet = `(() => {
  const grid = document.querySelector('[role="grid"]');
  const { width, height, left } = grid.getBoundingClientRect();
  const cells = [...grid.querySelectorAll('[role="gridcell"]')].map((cell) => cell.getBoundingClientRect()).sort((a, b) => a.top - b.top || a.left - b.left);
  const [first, second] = cells;
  return { width, height, columns: Number(grid.getAttribute('aria-colcount')), cell: first.width, gap: second.left - first.right, margin: first.left - left };
})()`;

/** Resolves when the contact sheet is there, whatever it shows. */
export const sheetIsThere = `new Promise((done, failed) => {
  const deadline = performance.now() + 60000;
  const look = () => {
    if (document.querySelector('[role="grid"] [role="gridcell"]')) done(true);
    else if (performance.now() > deadline) failed(new Error('no contact sheet within a minute'));
    else requestAnimationFrame(look);
  };
  look();
})`;

/**
 * Notes from now on when each picture that is new in the sheet can be seen: it is painted, and the latent image over it has faded by half or is not
 * there. Looked for once a frame, counted at the next.
 */
export const notePainted = `(() => {
  const seen = new Set([...document.querySelectorAll('[data-image-id]')].map(({ dataset }) => dataset.imageId));
  globalThis.paintedAt = new Map();
  const look = () => {
    for (const cell of document.querySelectorAll('[data-image-id]')) {
      const id = cell.dataset.imageId;
      const image = cell.matches('img') ? cell : cell.querySelector('img');
      const cover = cell.querySelector('canvas')?.parentElement;
      if (seen.has(id) || !image?.complete || image.naturalWidth === 0 || (cover && getComputedStyle(cover).opacity > 0.5)) continue;
      seen.add(id);
      requestAnimationFrame(() => globalThis.paintedAt.set(Number(id), Date.now()));
    }
    requestAnimationFrame(look);
  };
  look();
})()`;

/** Pairs of a picture and when it could be seen, in milliseconds since the epoch. */
export const paintedAt = `[...globalThis.paintedAt]`;

export const focusSearch = `document.querySelector('[role="combobox"][aria-label="Search pictures"]').focus()`;

/** The number of pictures that the window says. */
export const shownCount = `Number(document.querySelector('p[role="status"][aria-live]').textContent.replace(/\\D/g, ''))`;

/** Milliseconds until the thumbnails of these pictures are there, asked for all at once as cells ask for theirs. */
export const thumbnailsOf = (ids: readonly number[]): string => `(async () => {
  const begun = performance.now();
  await Promise.all(${JSON.stringify(ids)}.map((id) => new Promise((done, failed) => {
    const image = new Image();
    image.onload = done;
    image.onerror = () => failed(new Error('no thumbnail of ' + id));
    image.src = 'latent://thumbnail/' + id;
  })));
  return performance.now() - begun;
})()`;
