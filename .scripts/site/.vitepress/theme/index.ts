import './theme.css';

export { default } from 'vitepress/theme';
