// The default theme without its web font: letters are the reader's own, and nothing is fetched.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import dark from '../../images/report-dark.png';
import light from '../../images/report-light.png';
import './style.css';

const alt = 'A report of cede: the finding in one sentence, the curves and the dial';
const picture = () => [
  h('img', { class: 'hero-picture light-only', src: light, alt }),
  h('img', { class: 'hero-picture dark-only', src: dark, alt }),
];

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': picture }),
};
