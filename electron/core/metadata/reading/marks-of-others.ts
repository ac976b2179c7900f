import { labels, mostStars, type Flag, type Label } from '../../../../shared/library/marks.ts';

/** Marks of other programs in the terms of Latent's. */

/** Windows stores 1, 25, 50, 75 and 99 percent for one to five stars. Null if there is no number. */
export function starsOfPercent(percent: number | null): number | null {
  if (percent === null) return null;
  return percent <= 0 ? 0 : Math.min(Math.max(Math.round(percent / 25 + 1), 1), mostStars);
}

interface FlagMarks {
  /** `xmp:Rating`: -1 is "rejected" in all programs. */
  readonly rating: number | null;
  /** `xmpDM:pick` of Lightroom: 1 or -1. */
  readonly pick: number | null;
  /** digiKam's: 1 rejected, 2 pending, 3 accepted. */
  readonly digiKamPick: number | null;
}

export function flagOf({ rating, pick, digiKamPick }: FlagMarks): Flag | null {
  if (pick === -1 || digiKamPick === 1 || rating === -1) return 'reject';
  return pick === 1 || digiKamPick === 3 ? 'pick' : null;
}

/** Lightroom writes the name of a colour in the language of its window, and Bridge the name of a use. In the order of `labels`. */
const names: readonly (readonly string[])[] = [
  ['red', 'select', 'rot', 'rouge', 'rojo', 'rosso', 'vermelho', 'rood', 'красный', 'レッド', '红色', '빨강'],
  ['yellow', 'second', 'gelb', 'jaune', 'amarillo', 'giallo', 'amarelo', 'geel', 'жёлтый', 'イエロー', '黄色', '노랑'],
  ['green', 'approved', 'grün', 'vert', 'verde', 'groen', 'зелёный', 'グリーン', '绿色', '녹색'],
  ['blue', 'review', 'blau', 'bleu', 'azul', 'blu', 'blauw', 'синий', 'ブルー', '蓝色', '파랑'],
  ['purple', 'to do', 'lila', 'violett', 'violet', 'magenta', 'morado', 'púrpura', 'viola', 'roxo', 'paars', 'пурпурный', 'パープル', '紫色', '자주'],
];

/** digiKam's numbers: none, red, orange, yellow, green, blue, magenta, gray, black, white. */
const digiKamColours: readonly (Label | null)[] = [null, 'red', null, 'yellow', 'green', 'blue', 'purple'];

interface LabelMarks {
  /** `xmp:Label`. */
  readonly name: string | null;
  readonly digiKam: number | null;
  /** Positions in darktable's list, which is the same as Latent's. A picture may have several. */
  readonly darktable: readonly string[];
}

/** The label, in any case. A name that stands for no colour is returned as it is. */
export function labelOf({ name, digiKam, darktable }: LabelMarks): string | null {
  const word = name?.toLowerCase().normalize('NFC') ?? '';
  const named = labels[names.findIndex((known) => known.includes(word))];
  const [first = ''] = darktable;
  return (named === word ? name : named) ?? digiKamColours[digiKam ?? 0] ?? (/^\d$/.test(first) ? labels[Number(first)] : undefined) ?? name;
}
