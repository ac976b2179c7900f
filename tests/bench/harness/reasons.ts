import type { Finding } from './figures.ts';

/**
 * Why a metric misses its goal, one sentence each, found out by looking; printed only where the goal is missed. A key is the
 * metric's name, or the name, a colon and how the finding's words begin: `scroll: work on the main thread`.
 */
const reasons: Readonly<Record<string, string>> = {
  'start: launch to a useful first screen':
    'on two cores the processor is the limit. Until its first screen, an empty window takes 370 ms of CPU in all its threads and Latent 1,230: 160 more on main’s thread, 80 in the threads that compile and collect for main and its workers, 160 in the thread of the history (35 to start it, 40 for its code, 50 to check the file, 25 for the journal), 80 in the one of the views, 50 in the one of thumbnails, and 300 more in the page’s process, of which compiling its 1.1 MB of script takes a third. All menus together take 25 to 35 of it, all tooltips 15, and electron-store 20 of main’s.',
  'start: launch to first thumbnails, 1000 pictures':
    'the same. The thumbnails come some 20 ms after the first screen, and the history answers before the page’s script runs, so that a first screen kept from the last time would not come sooner.',
  'memory: idle':
    'of 90 MB more, 45 are in the main process: the heaps of main (19 MB, 14 of them in use), of the history’s thread (14 and 8), of the views’ (10 and 8) and of the thumbnails’ (6 and 5), where an empty window’s main has about 5. Some 40 are in the page’s process: 26 of its own, of which its heap has up to 25 (8.5 in use), 12 of Chromium’s code that an empty page never reads, and 4 shared with other processes for what is drawn. A young generation of 3 MB would save 4 MB of the history’s thread.',
  'memory: what':
    'the order of a million pictures takes 12 MB, and the page cache of the views 1 MB; that of the connection that writes takes up to 8 MB until it has rested.',
  'scroll: work on the main thread per frame':
    'of a heavy frame of 7.4 ms (trace, wheel), the scroll event takes 1.8, in which the sheet draws its rows and requests their images; style and layout take 1.3, painting and compositing 1.4, and no other piece more than 0.3: answers with images, hit tests, pointer events.',
  'scroll: work on the main thread per frame while Page Down':
    'each stroke selects a picture: the focus forces a layout of 2.7 ms, and React renders for 3 ms what depends on the selection, such as keys and the line at the bottom.',
  'gallery-open: database to first screenful':
    'three milliseconds more than with 1000 pictures. In the reader’s thread the answer takes 3.0 ms, and 2.9 with 1000; the rest passes between sending it and main’s waking, while the thread begins to read the order of all pictures (half a millisecond less if it begins 25 ms later).',
  'search: keystroke to the first 200':
    'an answer takes 0.5 ms when it is asked for again at once and 1 to 3 ms after 80 ms of rest, with caches gone cold; where frequent words seldom meet (“neon tokyo n”) the index walks the rows of each to find where they do, which takes 5 to 10 ms.',
  'search: the same keystrokes':
    'ripgrep has found a hundred of a frequent word in the first pages of the file, which costs little more than its start: 17 to 25 ms a search on one machine, 38 on another. Latent’s mean, 2.7 to 3.7 ms, has the way to the reader’s thread and two hundred rows in it.',
  'search: other searches':
    'the newest are asked first, and where none of the latest 62,000 matches, as for a year long ago, all of the library is gone through.',
  'choose: orders':
    'FTS5 ranks a thousand texts in two to four milliseconds, and up to 20,000 are ranked.',
  'choose: stacks':
    'near copies are known only for all pictures together, so the first rows come with the whole view. The seeded pictures have no hashes: this is what sorting a million pictures by their stack takes.',
  'choose-window': 'the wheel takes as much work per frame among stacks and groups as in the plain sheet (the metric `scroll`).',
  'download: 24 pictures':
    'service and Latent share two cores, and each wants one: of Latent’s 1.0 s of CPU for 288 MB (curl needs 0.3 to 0.4) a fifth is SHA-256, a third the system’s copies from the socket and into the file, the rest undici and collecting the buffers that Node’s sockets read into; neither without the hash nor without fsync was the rate higher by more than runs differ.',
  'download: most memory':
    'V8 collects the buffers of 64 kB that Node’s sockets read into only after some 40 MB of them, which a small picture never fills; from 64 MB on it does not grow any more: pictures of 64, 128 and 250 MB take 175, 177 and 164 MB.',
  'thumbnails: 2048² PNG to 512 px JPEG, ÷ `vipsthumbnail`':
    'of 121 ms of CPU, some 75 are Chromium’s PNG decoder and the drawing, and 40 main’s, which reads the file and hands it over to another process; vips inflates the same bytes in the process that reads them (115 ms).',
  'thumbnails: 2048² PNG to 512 px JPEG, ÷ ImageMagick': 'most of the time is Chromium’s PNG decoder, on both cores.',
  'thumbnails: longest task': 'waiting for a core counts, and the decoder uses both.',
  'poll: CPU of one query': 'most of a query here is sockets and timers, which both sides have: undici’s bare request and a timer took 0.46 to 0.66 of what fetch took, in three runs beside other work.',
  'latency: service ready':
    'half of the interval between two queries, 1.5 s, is part of it. On a quiet machine the picture is on the disk 30 ms after the answer, and the window knows at 50; the view follows by 100 (20 ms of it compare a million ids), while the thumbnail is being made until 85; 20 ms load and show it, and 50 to 65 are the fade by half and the frames around it.',
  'mixed: work on the main thread per frame, scrolling, p95':
    'beside what scrolling alone takes, the heaviest frames render an advance of the view in React (1.5 ms, at most twice a second while the person scrolls), and 0.5 ms each go to thumbnails that were waited for and to changes of tasks.',
  'mixed: work on the main thread per frame, scrolling, with waiting': 'decoder, service, queries and window want more than two cores, so that a frame waits for one.',
  'commit: one task row, durable':
    'of some 0.7 ms, 0.13 ms are the way to the database’s thread and back and 0.04 ms the transaction around the statement; the bare statement needs neither, and has the disk’s 0.35 ms too.',
  'commit: one task row, 1000000':
    'its median row takes 1.1 to 1.25 times as long, for it changes pages of larger and deeper indexes; where the figure is higher, somebody else kept the disk busy.',
};

/** The sentence with the longest key that fits. */
export function reasonFor({ metric, what }: Pick<Finding, 'metric' | 'what'>, known = reasons): string {
  const fits = Object.keys(known).filter((key) => key === metric || `${metric}: ${what}`.startsWith(key));
  const [best] = fits.sort((a, b) => b.length - a.length);
  return (best === undefined ? undefined : known[best]) ?? 'not explained yet.';
}
