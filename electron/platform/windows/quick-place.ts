import type { Rectangle } from 'electron';

/** Of the quick prompt at 100 %, in pixels. */
export const sizeOfField = { width: 640, height: 176 } as const;

/** Where the quick prompt opens on a screen: in its upper third, as large as the zoom needs. */
export function placeOfField(area: Rectangle, zoom: number): Rectangle {
  const width = Math.min(Math.round((sizeOfField.width * zoom) / 100), area.width);
  const height = Math.min(Math.round((sizeOfField.height * zoom) / 100), area.height);
  const x = area.x + Math.round((area.width - width) / 2);
  const y = Math.min(area.y + Math.round(area.height / 5), area.y + area.height - height);
  return { x, y, width, height };
}
