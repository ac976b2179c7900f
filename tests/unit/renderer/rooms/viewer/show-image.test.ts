import { beforeEach, describe, expect, test } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

async function load() {
  const { openViewer, closeViewer, useView } = await import('../../../../../renderer/stores/view-store.ts');
  const { leaveImage } = await import('../../../../../renderer/rooms/viewer/sequence/show-image.ts');
  return { openViewer, closeViewer, leaveImage, shown: () => useView.getState().viewer };
}

beforeEach(() => new FakeMain().install());

describe('after a picture was moved to the trash slowly in the viewer,', () => {
  test('its neighbour is shown; without one the viewer closes', async () => {
    const { openViewer, leaveImage, shown } = await load();
    openViewer(7);
    leaveImage(7, 6, openViewer);
    expect(shown()).toBe(6);
    leaveImage(6, null, openViewer);
    expect(shown()).toBeNull();
  });

  test('a viewer that was closed meanwhile stays closed', async () => {
    const { openViewer, closeViewer, leaveImage, shown } = await load();
    openViewer(7);
    closeViewer();
    leaveImage(7, 6, openViewer);
    expect(shown()).toBeNull();
  });

  test('a viewer with another picture keeps showing it', async () => {
    const { openViewer, leaveImage, shown } = await load();
    openViewer(7);
    openViewer(8);
    leaveImage(7, 6, openViewer);
    expect(shown()).toBe(8);
    leaveImage(7, null, openViewer);
    expect(shown()).toBe(8);
  });
});
