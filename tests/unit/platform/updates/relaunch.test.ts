import { expect, it } from 'vitest';
import { leaveMount } from '../../../../electron/platform/updates/relaunch.ts';

it('the next start of an AppImage looks for nothing in the folder of this one', () => {
  const mount = '/tmp/.mount_LatentAbC';
  const env = {
    APPDIR: mount,
    APPIMAGE: '/home/me/Latent.AppImage',
    ARGV0: './Latent.AppImage',
    OWD: '/home/me',
    PATH: `${mount}:${mount}/usr/sbin:/usr/bin:/bin`,
    LD_LIBRARY_PATH: `${mount}/usr/lib`,
    XDG_DATA_DIRS: `${mount}/usr/share:/usr/share`,
    GSETTINGS_SCHEMA_DIR: `${mount}/usr/share/glib-2.0/schemas`,
    HOME: '/home/me',
    OTHER: `${mount}-2/usr`,
  };
  leaveMount(env);
  expect(env).toEqual({ PATH: '/usr/bin:/bin', XDG_DATA_DIRS: '/usr/share', HOME: '/home/me', OTHER: `${mount}-2/usr` });
});

it('a start that is no AppImage keeps its environment', () => {
  const env = { PATH: '/usr/bin', OWD: '/home/me' };
  leaveMount(env);
  expect(env).toEqual({ PATH: '/usr/bin', OWD: '/home/me' });
});
