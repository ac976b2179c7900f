import { describe, expect, it } from 'vitest';
import { readPictureMetadata } from '../../../../../electron/core/metadata/reading/read-picture-metadata.ts';
import { sidecarsIn, sidecarState, sidecarText, type Sidecar } from '../../../../../electron/core/metadata/reading/sidecars.ts';
import type { PictureMetadata } from '../../../../../electron/core/metadata/reading/picture-metadata.ts';
import { png, pngWith, recordedSource, xmp, xmpDescription } from './build-files.ts';

const read = (bytes: Buffer, ...sidecars: readonly Sidecar[]): Promise<PictureMetadata> => readPictureMetadata(recordedSource(bytes), 'png', sidecars);
const besideXmp = (elements: string, attributes = ''): Sidecar => ({ kind: 'xmp', text: xmp(elements, attributes) });
const beside = (text: string): Sidecar => ({ kind: 'settings', text });

describe('the sidecars in a folder', () => {
  const folder = ['Fox.PNG', 'fox.png.XMP', 'fox.xmp', 'fox.txt', 'fox.swarm.json', 'owl.jpg', 'owl_01.jpg.xmp', 'raw.CR2', 'raw.xmp', 'gone.xmp', 'gone.png.xmp', 'note.txt', '.xmp', 'cafe\u0301.png', 'caf\u00e9.xmp', 'fox.png.txt', 'raw.txt', 'owl.JSON'];
  const sidecars = sidecarsIn(folder);

  it('belong to the picture of their name, in any case', () => {
    expect(sidecars.of('Fox.PNG').map(({ name }) => name)).toEqual(['fox.png.XMP', 'fox.xmp', 'fox.txt', 'fox.swarm.json']);
    expect(sidecars.of('cafe\u0301.png').map(({ name }) => name)).toEqual(['caf\u00e9.xmp']);
    expect(sidecars.of('owl.jpg').map(({ name }) => name)).toEqual(['owl.JSON']);
  });

  it('are alone if nothing else has their name: neither a picture, nor a raw photo, nor the first of two versions', () => {
    expect(folder.filter((name) => sidecars.roleOf(name) === 'alone')).toEqual(['gone.xmp', 'gone.png.xmp', '.xmp']);
  });

  it('are read with a picture that Latent shows', () => {
    expect(folder.filter((name) => sidecars.roleOf(name) === 'read')).toEqual(['fox.png.XMP', 'fox.xmp', 'fox.txt', 'fox.swarm.json', 'caf\u00e9.xmp', 'owl.JSON']);
  });
});

describe('a file beside a picture', () => {
  it.each([
    ['fox.txt', 'a harbour\nSteps: 20, Seed: 5', 'read'],
    ['fox.txt', 'a photo of sks fox', 'caption'],
    ['fox.txt', '{"prompt":"half', 'caption'],
    ['fox.txt', null, 'sidecar-not-text'],
    ['fox.json', '{"sui_image_params":{"prompt":"a","seed":7,"cfg":NaN}}', 'read'],
    ['fox.JSON', '{"prompt":"half', 'sidecar-broken'],
    ['fox.json', '{"title":"of an organiser","score":NaN}', 'caption'],
    ['fox.json', '[1, 2]', 'caption'],
    ['fox.xmp', '<x:xmpmeta/>', 'read'],
    ['fox.XMP', '<x:xmpmeta', 'sidecar-broken'],
    ['fox.xmp', '<?xpacket begin="\uFEFF"?>\n<x:xmpmeta><a>1</a></x:xmpmeta>\n   \n<?xpacket end="w"?>\n\0\0', 'read'],
    ['fox.xmp', '<x:xmpmeta><a>fish & chips, ?a=1&b=2</a></x:xmpmeta>', 'read'],
    ['fox.xmp', '<x:xmpmeta><a>1</a><b>', 'sidecar-broken'],
    ['fox.xmp', '<x:xmpmeta><a>fish & chips</a><b>', 'sidecar-broken'],
    ['fox.xmp', '<x:xmpmeta><a>1</a></x:xmp', 'sidecar-broken'],
    ['fox.xmp', null, 'sidecar-not-text'],
  ])('%s with %s is %s', (name, text, state) => {
    expect(sidecarState(name, text)).toBe(state);
  });
});

describe('the text of a sidecar', () => {
  it.each([
    ['UTF-8', Buffer.from('früh 港')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFfrüh 港')],
    ['UTF-16 of Windows', Buffer.from('\uFEFFfrüh 港', 'utf16le')],
    ['UTF-16, the high byte first', Buffer.from('\uFEFFfrüh 港', 'utf16le').swap16()],
  ])('may be %s', (_name, bytes) => {
    expect(sidecarText(bytes)).toBe('früh 港');
  });
});

describe('a text or JSON beside a picture', () => {
  const a1111 = 'a harbour\nNegative prompt: fog\nSteps: 20, Sampler: Euler a, Seed: 5, Size: 512x768';

  it.each([
    ['A1111', a1111, { prompt: 'a harbour', negativePrompt: 'fog', steps: 20, source: 'a1111' }],
    [
      'Easy Diffusion',
      'Prompt: a harbour: early\nWidth: 512\nHeight: 640\nSeed: 42\nSteps: 25\nGuidance Scale: 7.5\nSampler: plms\nNegative Prompt: fog\nStable Diffusion model: sea',
      { prompt: 'a harbour: early', negativePrompt: 'fog', seed: '42', steps: 25, size: '512x640', model: 'sea', source: 'easydiffusion' },
    ],
    ['Easy Diffusion, as JSON', '{"prompt":"a harbour","negative_prompt":"fog","seed":42,"num_inference_steps":25,"use_stable_diffusion_model":"sea"}', { prompt: 'a harbour', steps: 25, source: 'easydiffusion' }],
    ['SwarmUI', '{"sui_image_params":{"prompt":"a harbour","negativeprompt":"fog","seed":7,"steps":20}}', { prompt: 'a harbour', negativePrompt: 'fog', seed: '7', source: 'swarmui' }],
  ])('of %s has the prompt', async (_program, text, expected) => {
    expect(await read(png([]), beside(text))).toMatchObject(expected);
  });

  it.each([
    ['a caption for training', 'a photo of sks harbour, early morning, boats'],
    ['tags for training', '1girl, solo, harbour, masterpiece'],
    ['a caption with a word of A1111', 'a sign that says\nNegative prompt: fog'],
    ['notes', 'Steps: go to the harbour\nSeed: tomatoes'],
    ['a downloader’s JSON', '{"tags":"sea pier","prompt":"not sure","source":"https://example.com"}'],
    ['Google’s JSON', '{"title":"a.png","description":"a harbour","photoTakenTime":{"timestamp":"1"}}'],
    ['another program’s JSON with a seed', '{"prompt":"a template {a|b}","seed":3,"steps":4}'],
    ['broken JSON', '{"prompt":"a harbour","seed":'],
  ])('that is %s is no prompt', async (_name, text) => {
    expect(await read(png([]), beside(text))).toMatchObject({ prompt: null, negativePrompt: null, source: null });
  });

  it('does not replace what the picture says', async () => {
    expect(await read(pngWith({ parameters: 'a boat\nSteps: 4, Sampler: Euler, Seed: 9' }), beside(a1111))).toMatchObject({ prompt: 'a boat', steps: 4, size: null });
    expect(await read(pngWith({ Description: 'a caption' }), beside(a1111))).toMatchObject({ prompt: 'a harbour', source: 'a1111' });
  });
});

describe('XMP beside a picture', () => {
  const own = { 'XML:com.adobe.xmp': xmp(xmpDescription('a boat') + '<dc:subject><rdf:Bag><rdf:li>boat</rdf:li></rdf:Bag></dc:subject>', 'xmp:Rating="1" xmp:Label="Red" xmp:CreateDate="2026-01-02"') };
  const subject = '<dc:subject><rdf:Bag><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>';

  it('has newer marks. Words and date of the picture stay, and tags are taken from both', async () => {
    const found = await read(pngWith(own), besideXmp(xmpDescription('a caption') + subject, 'xmp:Rating="5" xmp:Label="Blue" xmp:CreateDate="2026-03-04"'));
    expect(found).toMatchObject({ prompt: 'a boat', rating: 5, label: 'Blue', tags: ['boat', 'sea'], createdAt: new Date(2026, 0, 2).getTime() });
  });

  it('brings what the picture lacks, and its settings', async () => {
    expect(await read(png([]), besideXmp(xmpDescription('a caption') + subject, 'xmp:CreateDate="2026-03-04"'))).toMatchObject({ prompt: 'a caption', source: 'xmp', tags: ['sea'], createdAt: new Date(2026, 2, 4).getTime() });
    expect(await read(png([]), besideXmp(xmpDescription('a boat\nNegative prompt: rain\nSteps: 4, Sampler: Euler, Seed: 5')))).toMatchObject({ prompt: 'a boat', seed: '5', source: 'a1111' });
  });

  it('does not take a mark away that it does not have', async () => {
    expect(await read(pngWith(own), besideXmp(subject))).toMatchObject({ rating: 1, label: 'Red' });
    expect(await read(pngWith(own), besideXmp('', 'xmp:Rating="0"'))).toMatchObject({ rating: 1 });
    expect(await read(pngWith(own), besideXmp('', 'xmp:Rating="-1"'))).toMatchObject({ rating: 1, flag: 'reject' });
    expect(await read(pngWith(own), { kind: 'xmp', text: '<x:xmpmeta' })).toMatchObject({ prompt: 'a boat', rating: 1 });
  });

  it.each([
    ['darktable', 'xmp:Rating="-1"', '', { flag: 'reject', rating: 0 }],
    ['darktable', '', '<darktable:colorlabels xmlns:darktable="http://darktable.sf.net/"><rdf:Seq><rdf:li>3</rdf:li><rdf:li>0</rdf:li></rdf:Seq></darktable:colorlabels>', { label: 'blue' }],
    ['darktable without a colour', 'xmp:Label="NoColor"', '', { label: 'NoColor' }],
    ['darktable’s own tags', '', '<lr:hierarchicalSubject xmlns:lr="http://ns.adobe.com/lightroom/1.0/"><rdf:Bag><rdf:li>darktable|changed</rdf:li><rdf:li>Places|sea</rdf:li></rdf:Bag></lr:hierarchicalSubject>', { tags: ['sea'] }],
    ['darktable’s own tags among words', '', '<dc:subject xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Bag><rdf:li>darktable|format|jpg</rdf:li><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>', { tags: ['sea'] }],
    ['Lightroom', 'xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/" xmpDM:pick="1" xmp:Rating="3"', '', { flag: 'pick', rating: 3 }],
    ['Lightroom, rejected', 'xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/" xmpDM:pick="-1" xmp:Rating="3"', '', { flag: 'reject', rating: 3 }],
    ['Lightroom in German', 'xmp:Label="Grün"', '', { label: 'green' }],
    ['Bridge', 'xmp:Label="Select"', '', { label: 'red' }],
    ['digiKam, pending', 'xmlns:digiKam="http://www.digikam.org/ns/1.0/" digiKam:PickLabel="2" digiKam:ColorLabel="0"', '', { flag: null, label: null }],
    ['digiKam, a colour that Latent does not have', 'xmlns:digiKam="http://www.digikam.org/ns/1.0/" digiKam:ColorLabel="8"', '', { label: null }],
    ['Windows', 'xmlns:m="http://ns.microsoft.com/photo/1.0/" m:Rating="50"', '', { rating: 3 }],
  ])('of %s', async (_program, attributes, elements, expected) => {
    expect(await read(png([]), besideXmp(elements, attributes))).toMatchObject(expected);
  });

  it.each([
    [0, 0],
    [1, 1],
    [25, 2],
    [50, 3],
    [75, 4],
    [99, 5],
    [100, 5],
  ])('%s percent of Windows are %s stars', async (percent, stars) => {
    expect((await read(png([]), besideXmp('', `xmlns:m="http://ns.microsoft.com/photo/1.0" m:Rating="${percent}"`))).rating).toBe(stars);
  });
});
