/**
 * Text as a terminal should show it. Loads nothing else, so that a command starts fast.
 *
 * @module
 */

export * from './wrap.js';
