/** Some tests have a long form with the counts that the project promises: `LATENT_LONG=1`. */
export const isLongForm = process.env['LATENT_LONG'] === '1';
