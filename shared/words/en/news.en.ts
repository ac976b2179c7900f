/**
 * What is new in this version, in three to five lines. They are replaced with each release, and `shared/updates/news-lines.ts` says of which version they are:
 * `npm run release` asks for it.
 */
export const news = {
  'news.title': 'New in Latent {version}',
  'news.read-all': 'Read all',
  'news.close': 'Close',
  'news.all': 'What has changed',
  'news.all-explained': 'Every version, the newest first.',

  'news.line.1': 'What you pay for is written down before it is sent, and sent once.',
  'news.line.2': 'Every picture you made is here, without a network, and found in a blink.',
  'news.line.3': 'Pictures of other programs come along, with their prompts.',
  'news.line.4': 'A practice service lets you try everything for free.',
} as const;
