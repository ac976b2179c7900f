import { describe, expect, test } from 'vitest';
import { practiceRefuses, readSize, unlikelySize, writtenSize } from '../../../../shared/request/request-checks.ts';

describe('a size', () => {
  test.each([
    ['', '', 'none'],
    [' AUTO ', 'auto', 'auto'],
    ['1024 × 768', '1024x768', 'exact'],
    ['1024X768', '1024x768', 'exact'],
    ['16 : 9', '16:9', 'ratio'],
    [' Landscape HD ', 'Landscape HD', 'other'],
    ['1024x', '1024x', 'other'],
    ['-5x5', '-5x5', 'other'],
  ])('%j is sent as %j: %s', (text, written, kind) => {
    expect(writtenSize(text)).toBe(written);
    expect(readSize(text).kind).toBe(kind);
  });

  test.each([
    ['', null],
    ['auto', null],
    ['1024x1024', null],
    ['16x8192', null],
    ['15x100', 'side'],
    ['12345x7', 'side'],
    ['8192x8192', 'pixels'],
    ['9:1', 'ratio'],
    ['0:0', 'ratio'],
    ['huge', 'form'],
  ])('%j: the practice painter says %j', (text, fault) => expect(practiceRefuses(readSize(text))).toBe(fault));

  test.each([
    ['', null],
    ['huge', null],
    ['8192x4096', null],
    ['9:1', null],
    ['12345x7', 'side'],
    ['16385x4096', 'side'],
    ['9000x9000', 'pixels'],
    ['2000x90', 'ratio'],
    ['21:1', 'ratio'],
  ])('%j: the warning for another service is %j', (text, fault) => expect(unlikelySize(readSize(text))).toBe(fault));
});
