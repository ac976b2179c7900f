/**
 * The body of a notification as the system expects it. Daemons of Linux may read it as markup, and Electron passes it on as it is: a prompt with `<b>` would be shown in bold,
 * and one with `<` or `&` cut off or not at all. A title is never markup.
 */
export function notificationBody(text: string, isMarkup: boolean): string {
  return isMarkup ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;
}
