export * from '../../study/test/worlds.js';
