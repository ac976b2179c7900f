// VitePress looks for its configuration here.
export { default } from '../config.ts';
