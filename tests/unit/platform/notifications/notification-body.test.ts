import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { notificationBody } from '../../../../electron/platform/notifications/notification-body.ts';

it('means the same text as markup, and else is the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', '&lt;', 'b', '"', ' ', '狐') }), (text) => {
      const markup = notificationBody(text, true);
      expect(markup).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
      expect(markup.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(text);
      expect(notificationBody(text, false)).toBe(text);
    }),
  );
});
