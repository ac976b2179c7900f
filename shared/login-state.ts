/** Why this copy of Latent cannot be opened at login: Flatpak keeps it apart, macOS runs it from a place of its own choice, or it runs from its source there or on Windows. */
export type NeverAtLogin = 'flatpak' | 'not-in-place' | 'source';

/**
 * Whether Latent is opened when the person signs in, as the system has it. `other`: another copy of Latent is, by its `program`. `blocked`: it was asked for, and macOS waits until
 * the person allows it.
 */
export type LoginState = { readonly is: 'on' | 'off' | 'blocked' } | { readonly is: 'other'; readonly program: string } | { readonly is: 'never'; readonly why: NeverAtLogin };
