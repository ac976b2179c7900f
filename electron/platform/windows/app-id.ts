/** What Windows knows the program by: its shortcut has the same from the installer. Windows shows no notification of a program without one. */
export const appId = 'app.latent.desktop';
