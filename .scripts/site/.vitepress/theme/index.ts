import theme from 'vitepress/theme';
// After the default's own sheets.
import './theme.css';

export default theme;
