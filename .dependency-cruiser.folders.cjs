// Folders inside a room form no cycles either. Apart from the rules on rooms, because tests may
// import what they like. A folder inside another (method/auto) counts as a part of it.
const { options } = require('./.dependency-cruiser.cjs');

const rooms = [
  'core',
  'data',
  'onnx',
  'sql',
  'run',
  'study',
  'report',
  'predict',
  'nn',
  'lab',
  'server',
  'cli',
];

module.exports = {
  forbidden: rooms.map((room) => ({
    name: `${room}-without-folder-cycles`,
    severity: 'error',
    scope: 'folder',
    from: { path: `^packages/${room}/src` },
    to: { circular: true, path: `^packages/${room}/src` },
  })),
  options: {
    ...options,
    exclude: { path: '(^|/)(dist|lib|coverage|kernel|test)/|\\.(test|long)\\.ts$' },
  },
};
