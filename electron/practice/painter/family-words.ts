/** Ways of painting, and the words of a prompt that ask for each. */
export const familyWords = {
  ridges: ['mountain', 'alp', 'peak', 'summit', 'valley', 'hill', 'landscape', 'fjord', 'himalaya', 'cliff', 'volcano', 'wolf', 'eagle', 'bear', 'goat', 'cabin', 'cat', 'dog', 'horse', 'castle', 'knight', 'balloon'],
  sea: ['sea', 'ocean', 'beach', 'coast', 'wave', 'boat', 'ship', 'sail', 'sailing', 'harbour', 'island', 'lighthouse', 'whale', 'water', 'surf', 'bay', 'gull', 'pirate'],
  aurora: ['aurora', 'northern lights', 'polar', 'iceland', 'norway', 'lapland', 'reindeer', 'igloo', 'arctic', 'alien'],
  nebula: ['space', 'star', 'galaxy', 'nebula', 'cosmos', 'planet', 'universe', 'astronaut', 'rocket', 'saturn', 'comet', 'cosmic', 'milky way'],
  glass: ['glass', 'church', 'cathedral', 'mosaic', 'window', 'mandala', 'saint', 'angel', 'kaleidoscope', 'peacock', 'butterfly', 'dragon'],
  flow: ['wind', 'flow', 'ink', 'line', 'river', 'current', 'hair', 'music', 'dance', 'fabric', 'abstract', 'energy', 'motion', 'drawing', 'sketch'],
  city: ['city', 'street', 'skyline', 'tokyo', 'york', 'london', 'paris', 'neon', 'building', 'skyscraper', 'town', 'cyberpunk', 'car', 'train', 'taxi', 'rooftop'],
  woods: ['forest', 'tree', 'wood', 'woodland', 'fox', 'deer', 'birch', 'owl', 'jungle', 'path', 'mushroom', 'fairy', 'elf', 'squirrel', 'bamboo'],
  dunes: ['desert', 'dune', 'sand', 'camel', 'sahara', 'mars', 'pyramid', 'egypt', 'arabia', 'cactus', 'oasis', 'caravan', 'wanderer'],
  bloom: ['flower', 'dahlia', 'bloom', 'rose', 'blossom', 'garden', 'petal', 'bouquet', 'peony', 'sunflower', 'lotus', 'tulip', 'bee', 'poppy', 'orchid'],
  tiles: ['pattern', 'tile', 'bauhaus', 'geometric', 'geometry', 'modern', 'poster', 'textile', 'quilt', 'puzzle', 'chess', 'logo', 'typography', 'architecture', 'robot'],
  arches: ['arch', 'rainbow', 'minimal', 'minimalist', 'abstract', 'risograph', 'print', 'retro', 'cutout', 'collage', 'calm', 'shape', 'matisse', 'plant', 'leaf', 'cactus', 'bird', 'whale'],
  fluid: ['silk', 'liquid', 'oil', 'coffee', 'smoke', 'fluid', 'paint', 'dream', 'emotion', 'feather', 'wine', 'chaos', 'storm', 'fire', 'jellyfish', 'koi', 'mineral'],
  ebru: ['marble', 'marbled', 'paper', 'agate', 'psychedelic', 'book', 'swirl', 'pebble', 'shell', 'peacock'],
  orbs: ['bowl', 'fruit', 'apple', 'lemon', 'cherry', 'ball', 'sphere', 'still life', 'bubble', 'pearl', 'egg', 'candy', 'product', 'kitchen', 'cake', 'tea', 'vase', 'toy', 'marbles'],
  papercut: ['papercut', 'paper', 'cut', 'layer', 'layered', 'cave', 'canyon', 'origami', 'map', 'topography', 'topographic', 'contour', 'terrain', 'coral', 'tunnel', 'depth'],
  portrait: ['portrait', 'face', 'woman', 'man', 'girl', 'boy', 'person', 'queen', 'king', 'lady', 'poet', 'musician', 'dancer', 'child', 'grandmother', 'self', 'head', 'people', 'mother', 'father', 'grandfather', 'artist', 'model'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FamilyName = keyof typeof familyWords;

/** What fits a prompt that names nothing known. */
export const forAnything: readonly FamilyName[] = ['ridges', 'glass', 'flow', 'dunes', 'bloom', 'tiles', 'arches', 'fluid', 'ebru', 'orbs', 'papercut', 'nebula'];
