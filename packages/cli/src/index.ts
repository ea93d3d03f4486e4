// `cede` is a command, not a library: import @cede/core, @cede/data or @cede/report instead.
export { VERSION } from './version.js';
