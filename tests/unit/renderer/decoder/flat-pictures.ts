import type { Pixels } from './altered-pictures.ts';

/** Flat pictures that differ in little of their area: pages with a line of text, logos, diagrams, black frames and gradients. */

type Colour = readonly [number, number, number];
type Draw = (set: (x: number, y: number, colour: Colour) => void) => void;

const side = 512;
const [white, black, ink]: readonly [Colour, Colour, Colour] = [[255, 255, 255], [0, 0, 0], [20, 20, 20]];

function drawnOn(ground: (x: number, y: number) => Colour, ...draws: readonly Draw[]): Pixels {
  const pixels = new Uint8Array(side * side * 3);
  const set = (x: number, y: number, colour: Colour): void => pixels.set(colour, (y * side + x) * 3);
  for (let y = 0; y < side; y += 1) for (let x = 0; x < side; x += 1) set(x, y, ground(x, y));
  for (const draw of draws) draw(set);
  return { width: side, height: side, pixels };
}

/** Each letter is a pattern of 5 × 7 dots. */
function isDot(letter: string, dot: number): boolean {
  return letter !== ' ' && ((letter.charCodeAt(0) * 2_654_435_761 + dot * 40_503) >>> 7) % 9 < 4;
}

function rectangle(left: number, top: number, width: number, height: number, colour: Colour): Draw {
  return (set) => {
    for (let y = top; y < top + height; y += 1) for (let x = left; x < left + width; x += 1) set(x, y, colour);
  };
}

function text(words: string, left: number, top: number, dotSide = 2, colour: Colour = ink): Draw {
  return (set) => {
    for (const [at, letter] of [...words].entries()) {
      for (let dot = 0; dot < 35; dot += 1) {
        if (isDot(letter, dot)) rectangle(left + (at * 6 + (dot % 5)) * dotSide, top + Math.floor(dot / 5) * dotSide, dotSide, dotSide, colour)(set);
      }
    }
  };
}

function disc(radius: number, colour: Colour): Draw {
  return (set) => {
    for (let y = -radius; y <= radius; y += 1) for (let x = -radius; x <= radius; x += 1) if (x * x + y * y <= radius * radius) set(256 + x, 256 + y, colour);
  };
}

const page = (...draws: readonly Draw[]): Pixels => drawnOn(() => white, ...draws);
const night = (...draws: readonly Draw[]): Pixels => drawnOn(() => black, ...draws);
const blue: Colour = [30, 60, 200];
const letterhead: readonly Draw[] = [rectangle(40, 30, 180, 60, [180, 30, 30]), rectangle(40, 100, 430, 4, [60, 60, 60])];
const bars = (...heights: readonly number[]): Pixels =>
  page(rectangle(60, 60, 2, 380, black), rectangle(60, 440, 400, 2, black), ...heights.map((height, at) => rectangle(90 + at * 70, 440 - height, 40, height, [90, 120, 200])));

export const flatPictures: readonly (readonly [name: string, picture: Pixels])[] = [
  ['white', page()],
  ['black', night()],
  ['a line', page(text('the quick brown fox jumps', 40, 240))],
  ['another line there', page(text('over the lazy dogs of mine', 40, 240))],
  ['the line elsewhere', page(text('the quick brown fox jumps', 40, 400))],
  ['a word', page(text('Hi', 200, 240))],
  ['another word there', page(text('No', 200, 240))],
  ['a dot', page(rectangle(250, 250, 4, 4, black))],
  ['a dot elsewhere', page(rectangle(250, 300, 4, 4, black))],
  ['large letters', page(text('SALE', 80, 200, 12))],
  ['other large letters', page(text('SOLD', 80, 200, 12))],
  ['a letter', page(...letterhead, text('dear sir I write to you', 40, 200), text('about the invoice of may', 40, 230))],
  ['the letter with another word', page(...letterhead, text('dear sir I write to you', 40, 200), text('about the invoice of jun', 40, 230))],
  ['another letter', page(...letterhead, text('dear madam thank you for', 40, 200), text('your kind offer of june', 40, 230))],
  ['a title on black', night(text('chapter one the storm', 60, 250, 2, [230, 230, 230]))],
  ['another title on black', night(text('chapter two the calm', 60, 250, 2, [230, 230, 230]))],
  ['a logo', page(disc(90, blue))],
  ['a smaller logo', page(disc(70, blue))],
  ['a logo with an eye', page(disc(90, blue), disc(20, white))],
  ['a ring', page(disc(90, blue), disc(60, white))],
  ['a square', page(rectangle(176, 176, 160, 160, blue))],
  ['a diagram', bars(40, 90, 200, 150, 300)],
  ['the diagram of other figures', bars(60, 110, 180, 170, 280)],
  ['a gradient', drawnOn((_x, y) => [y / 2, y / 2, y / 2])],
  ['a gradient across', drawnOn((x) => [x / 2, x / 2, x / 2])],
  ['a weak gradient', drawnOn((_x, y) => [100 + y / 10, 100 + y / 10, 120 + y / 10])],
  ['a weak gradient with a word', drawnOn((_x, y) => [100 + y / 10, 100 + y / 10, 120 + y / 10], text('hello', 200, 240, 2, white))],
];
