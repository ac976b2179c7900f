/** Expressions that are evaluated in the page. */

/** How many thumbnails count as "there". */
const enough = 6;

const painted = `[...document.querySelectorAll('[data-image-id] img')].filter((image) => {
  const { bottom, top } = image.getBoundingClientRect();
  return image.complete && image.naturalWidth > 0 && bottom > 0 && top < innerHeight;
}).length`;

/** When the first thumbnails were painted, in milliseconds since the epoch; looked for once a frame. */
export const thumbnailsPainted = `new Promise((done, failed) => {
  const deadline = performance.now() + 60000;
  const look = () => {
    if (${painted} >= ${enough}) requestAnimationFrame(() => done(performance.timeOrigin + performance.now()));
    else if (performance.now() > deadline) failed(new Error('no thumbnails within a minute'));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** When something was first painted, in milliseconds since the epoch, as Chromium noted it. */
export const firstPaint = `new Promise((done) => {
  const look = () => {
    const entry = performance.getEntriesByName('first-contentful-paint')[0];
    if (entry) done(performance.timeOrigin + entry.startTime);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Milliseconds until so many thumbnails of pictures are painted that are not in the document now; the key that brings them is pressed meanwhile. */
export const nextJump = `new Promise((done, failed) => {
  const before = new Set([...document.querySelectorAll('[data-image-id]')].map((cell) => cell.dataset.imageId));
  const begun = performance.now();
  const look = () => {
    const there = [...document.querySelectorAll('[data-image-id]')].filter((cell) => {
      const image = cell.matches('img') ? cell : cell.querySelector('img');
      const { bottom, top } = cell.getBoundingClientRect();
      return image?.complete && image.naturalWidth > 0 && bottom > 0 && top < innerHeight && !before.has(cell.dataset.imageId);
    }).length;
    if (there >= ${enough}) done(performance.now() - begun);
    else if (performance.now() - begun > 20000) failed(new Error('no other thumbnails within 20 seconds'));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** The middle of a picture in sight, in CSS pixels of the window. */
export const placeOfPicture = `(() => {
  const pictures = [...document.querySelectorAll('[data-image-id]')].map((cell) => cell.getBoundingClientRect());
  const { left, top, width, height } = pictures.find(({ top, bottom }) => top > innerHeight * 0.2 && bottom < innerHeight);
  return { x: left + width / 2, y: top + height / 2 };
})()`;

/** The smallest id among pictures in the document: the oldest there. */
export const oldestShown = `Math.min(...[...document.querySelectorAll('[data-image-id]')].map((cell) => Number(cell.dataset.imageId)))`;
