import type { Publisher } from './publisher.ts';

/**
 * The AppStream metainfo of one version: the file in resources/linux/, with what only a package knows. Without a real homepage, it names none. Screenshots
 * may only be listed by addresses that stay, and no page of ours has one yet (docs/packages.md).
 * @param date of the release, `YYYY-MM-DD`
 */
export function metainfo(template: string, { homepage, isReal }: Publisher, version: string, date: string): string {
  const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const lines = [
    ...(isReal ? [`<url type="homepage">${escaped(homepage)}</url>`] : []),
    `<releases>\n    <release version="${escaped(version.replace('-', '~'))}" date="${date}" />\n  </releases>`,
  ];
  return template.replace('</component>', lines.map((line) => `  ${line}\n`).join('') + '</component>');
}
