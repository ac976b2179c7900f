import { expect, it } from 'vitest';
import { inlineBytes, isDataAddress } from '../../../../electron/core/image-header/inline-picture.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';

// Its base64 has both `+` and `/`, and needs padding.
const png = Buffer.concat([samplePicture('png').bytes, Buffer.from([0xfb, 0xef, 0xff])]);
const base64 = png.toString('base64');
const url = png.toString('base64url');
const lines = (text: string, end: string): string => text.replace(/.{76}/g, `$&${end}`);
const everyByte = (bytes: Buffer): string => bytes.toString('hex').replace(/../g, '%$&');
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10%"><text>é</text></svg>';

it('the sample shows what it must', () => {
  expect([base64.includes('+'), base64.includes('/'), base64.endsWith('=')]).toEqual([true, true, true]);
});

it.each([
  ['base64 alone', base64],
  ['base64 in lines', lines(base64, '\n')],
  ['base64 in lines of Windows', `${lines(base64, '\r\n')}\r\n`],
  ['base64 without padding', base64.replace(/=+$/, '')],
  ['the other alphabet of base64', url],
  ['percent-encoded base64', encodeURIComponent(base64)],
  ['base64 that went through a form', base64.replaceAll('+', ' ')],
  ['a data address', `data:image/png;base64,${base64}`],
  ['a data address between blanks', `\n data:image/png;base64, ${base64} \n`],
  ['a data address in capitals', `DATA:IMAGE/PNG;BASE64,${base64}`],
  ['a data address with a parameter', `data:image/png;charset=utf-8;base64,${base64}`],
  ['a data address with a name', `data:image/png;name=a%20fox.png;base64,${base64}`],
  ['a data address with a parameter after the encoding', `data:image/png;base64;name=x,${base64}`],
  ['a data address without a type', `data:;base64,${base64}`],
  ['a data address with a percent-encoded tail', `data:image/png;base64,${encodeURIComponent(base64)}`],
  ['a data address with percent-encoded line breaks', `data:image/png;base64,${lines(base64, '%0A')}`],
  ['a data address in the other alphabet', `data:image/png;base64,${url}`],
  ['a data address in lines', `data:image/png;base64,${lines(base64, '\n')}`],
  ['a data address of percent-encoded bytes', `data:image/png,${everyByte(png)}`],
  ['a data address that forgets to say base64', `data:image/png,${base64}`],
  ['a data address that says base64 of percent-encoded bytes', `data:image/png;base64,${everyByte(png)}`],
  ['a data address with two heads', `data:image/png;base64,data:image/png;base64,${base64}`],
])('%s', (_name, text) => {
  expect(inlineBytes(text).equals(png)).toBe(true);
});

it.each([
  ['as it is', `data:image/svg+xml;utf8,${svg}`],
  ['percent-encoded', `data:image/svg+xml,${encodeURIComponent(svg)}`],
  ['in base64', `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`],
])('a drawing %s', (_name, text) => {
  expect(inlineBytes(text).toString()).toBe(svg);
});

it('anything else gives bytes of no kind, without an exception', () => {
  for (const text of ['', '%%%', 'data:', 'data:,', 'data:image/png;base64,', '%', '%4', 'data:,%zz%']) expect(inlineBytes(text).length).toBeLessThan(8);
});

it('a long text takes no long time', () => {
  const large = Buffer.concat([png, Buffer.alloc(20_000_000, 7)]);
  expect(inlineBytes(`data:image/png;base64,${encodeURIComponent(large.toString('base64'))}`).equals(large)).toBe(true);
});

it('tells data addresses from others', () => {
  expect(['data:image/png;base64,AA', ' DATA:,x', 'data:image/png', 'https://a/data:,', base64].map(isDataAddress)).toEqual([true, true, false, false, false]);
});
